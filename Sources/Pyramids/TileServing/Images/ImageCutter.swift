internal import Concurrency
internal import Dispatch
internal import Files
internal import Glibc
internal import ImageCodecs
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// Cuts images that are no pyramids in the background, one after the other, and keeps the results in a folder.
///
/// A result has the name of a hash of the image's path, date and size, and appears when it is complete: after a restart
/// it is found again, and what was interrupted is cut again.
final class ImageCutter: Sendable {
    private let folder: String
    private let byteLimit: Int
    private let queue = DispatchQueue(label: "TileServing.cutting", qos: .utility)
    private let cancellation = Cancellation()
    private let state = Locked(State())

    private struct State {
        /// The results that are waited for.
        var pending: Set<String> = []
        /// The results that there will never be, because the image cannot be cut.
        var failed: Set<String> = []
    }

    /// The file extension of results.
    private static let fileExtension = "szi"
    /// The most images that wait to be cut, and the most failures that are kept in mind; further ones are cut when they are requested again.
    static let pendingLimit = 1000

    /// Creates a cutter that keeps results in a folder, which is created with the first.
    init(_ folder: String, byteLimit: Int) {
        (self.folder, self.byteLimit) = (folder, byteLimit)
    }

    deinit { cancellation.cancel() }

    private func path(_ entry: CatalogEntry) -> String {
        let hash = FNV1aHash.hash("\(entry.path) \(entry.status.text)".utf8)
        return "\(folder)/\(String(hash, radix: 16)).\(Self.fileExtension)"
    }

    /// The pyramid of an image, if it has been cut; blocks while it is opened.
    func finishedPyramid(of entry: CatalogEntry) -> OpenedPyramid? {
        let path = path(entry)
        guard FileStatus(of: path) != nil, let pyramid = try? Pyramids.openBlocking(path) else { return nil }
        // The date of the file says when it was last used.
        utimes(path, nil)
        return OpenedPyramid(source: pyramid.source, format: pyramid.format, path: pyramid.path, name: entry.name)
    }

    /// Cuts an image in the background, unless it waits for that already.
    ///
    /// - Parameters:
    ///   - entry: the image.
    ///   - onEnd: called when it has been cut, or cannot be.
    func cut(_ entry: CatalogEntry, onEnd: @escaping @Sendable () -> Void) {
        let path = path(entry)
        let isNew = state.withLock { state in
            state.pending.count < Self.pendingLimit && state.failed.count < Self.pendingLimit
                && !state.failed.contains(path) && state.pending.insert(path).inserted
        }
        guard isNew else { return }
        queue.async { [self] in
            // An image that cannot be cut has its preview, or is refused again.
            let isCut = (try? cut(entry.path, to: path)) != nil
            removeOldest(except: path)
            state.withLock { state in
                state.pending.remove(path)
                if !isCut { state.failed.insert(path) }
            }
            onEnd()
        }
    }

    /// Waits until everything is cut that waits for it.
    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func cut(_ image: String, to path: String) throws {
        PrivateFolder.create(folder)
        var options = CutOptions()
        options.format = .automatic
        // The others are for requests.
        options.threads = max(1, Processors.count / 2)
        let plan = try CutPlan(.file(image), options: options)
        var storing = StoreOptions()
        storing.replacesExisting = true
        let store = try PyramidFormat.szi.makeStore(
            at: path, pyramid: plan.pyramid, format: plan.format, options: storing)
        _ = try plan.cut(into: store, cancellation: cancellation, onProgress: nil)
    }

    /// Removes the least recently used results while all of them are too large together.
    private func removeOldest(except newest: String) {
        let names = (try? FileSystem.entries(of: folder)) ?? []
        var results = names.filter { FilePath.fileExtension(of: $0) == Self.fileExtension }.compactMap { name in
            FileStatus(of: "\(folder)/\(name)").map { (path: "\(folder)/\(name)", status: $0) }
        }
        results.sort { $0.status.isOlder(than: $1.status) }
        var bytes = results.reduce(0) { $0 + $1.status.byteCount }
        for result in results where bytes > byteLimit && result.path != newest {
            guard (try? FileSystem.removeAll(result.path)) != nil else { continue }
            bytes -= result.status.byteCount
        }
    }
}
