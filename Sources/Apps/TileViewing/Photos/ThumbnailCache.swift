internal import Caching
internal import Concurrency
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The decoded thumbnails, each of which is valid for its file as it was when it was decoded: its size and its date.
///
/// All members may be used from any thread.
final class ThumbnailCache: Sendable {
    /// The state of a file, which changes with its content.
    struct FileState: Hashable, Sendable {
        /// The date and the size; nil for an address.
        fileprivate var attributes: FileAttributes?
        /// For what is not a file, the number of times that everything was to be read again.
        fileprivate var reloads: Int?
    }

    /// The pixels of a thumbnail.
    struct Thumbnail: Sendable {
        /// The pixels.
        var buffer: PixelBuffer
        /// The size of the original.
        var fullSize: PixelSize
        /// The state of the file before it was decoded.
        var file: FileState
    }

    private struct State {
        var thumbnails: CostLimitedCache<String, Thumbnail>
        var checks = 0
        var reloads = 0
    }

    private let state: Locked<State>

    /// Creates an empty cache.
    ///
    /// - Parameter costLimit: the maximum bytes of pixels.
    init(costLimit: Int) {
        state = Locked(State(thumbnails: CostLimitedCache(costLimit: costLimit)))
        MemoryWarnings.shared.register(self)
    }

    /// The number of times that files may have changed, so that those in view are to be compared with their thumbnails.
    var checks: Int { state.withLock { $0.checks } }

    /// Records that files may have changed.
    ///
    /// - Parameter rereadsAll: whether what has no date of its own, a folder of tiles or an address, counts as changed.
    func recordChanges(rereadsAll: Bool) {
        state.withLock { state in
            state.checks += 1
            state.reloads += rereadsAll ? 1 : 0
        }
    }

    /// The state of a file with such attributes; nil if it is none, but an address.
    func fileState(_ attributes: FileAttributes?) -> FileState {
        // The date of a folder stays when a tile in it changes.
        let hasDate = attributes?.byteCount != nil
        return FileState(attributes: attributes, reloads: hasDate ? nil : state.withLock { $0.reloads })
    }

    /// The last thumbnail of a file, which may have changed since; nil if there is none.
    func thumbnail(of path: String) -> Thumbnail? { state.withLock { $0.thumbnails.value(for: path) } }

    /// Keeps a thumbnail in place of an earlier one.
    func insert(_ thumbnail: Thumbnail, of path: String) {
        state.withLock { _ = $0.thumbnails.insert(thumbnail, for: path, cost: thumbnail.buffer.byteCount) }
    }

    /// Removes the thumbnail of a file.
    func remove(_ path: String) {
        state.withLock { _ = $0.thumbnails.remove(path) }
    }
}

extension ThumbnailCache: MemoryWarningObserver {
    /// Removes all thumbnails; those that layers show stay in memory while they are shown.
    func handleMemoryWarning() {
        state.withLock { $0.thumbnails.removeAll() }
    }
}

/// Decodes files that the cache has no valid thumbnail of.
struct CachedThumbnailDecoding: ImageDecoding {
    let cache: ThumbnailCache
    let decoder: any ImageDecoding
    /// Returns the date and the size of a file; nil for an address.
    let attributes: @Sendable (_ path: String) -> FileAttributes?

    /// Decodes bytes, which are not cached.
    ///
    /// - Throws: the error of the decoder.
    func decode(
        _ bytes: [UInt8], name: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        try decoder.decode(bytes, name: name, shownSize: shownSize)
    }

    /// Returns the cached thumbnail of a file that has not changed, or decodes the file.
    ///
    /// - Throws: the error of the decoder.
    func decode(
        file path: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        // A file that is replaced meanwhile has another state at the next check.
        let file = cache.fileState(attributes(path))
        if let known = cache.thumbnail(of: path), known.file == file {
            let needed = shownSize(known.fullSize)
            if known.buffer.size.width >= needed.width, known.buffer.size.height >= needed.height {
                return (known.buffer, known.fullSize)
            }
        }
        do {
            let (buffer, fullSize) = try decoder.decode(file: path, shownSize: shownSize)
            cache.insert(ThumbnailCache.Thumbnail(buffer: buffer, fullSize: fullSize, file: file), of: path)
            return (buffer, fullSize)
        } catch {
            cache.remove(path)
            throw error
        }
    }
}
