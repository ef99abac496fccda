internal import Concurrency
internal import Files
internal import Glibc
package import ImageCodecs
package import ImageSources

/// An input that is cut as one image and opened several times.
///
/// A file's list of images and the headers of images are read once, while the file is unchanged.
///
/// Images that change later are noticed when they are opened for their rows. Safe to use from any thread.
package final class CachedMosaicFile: Sendable {
    private struct State {
        /// The number, size and date of the file, which change with it; nil before it has been read.
        var stamp: [Int]?
        var description: MosaicDescription?
        var mosaic: (options: DecodeOptions, mosaic: Mosaic)?
    }

    private let input: MosaicInput
    private let state = Locked(State())

    /// Prepares a file, or images that are joined; none is opened yet.
    package init(_ input: MosaicInput) {
        self.input = input
    }

    /// Opens the image, or the mosaic of the images that the file lists.
    ///
    /// - Throws: `CodecError` that names the file, or the image of the list, that cannot be read.
    package func open(_ options: DecodeOptions) throws -> any ImageSource {
        guard let description = try description() else { return try input.open(options) }
        if let cached = state.withLock({ $0.mosaic }), cached.options == options { return MosaicSource(cached.mosaic) }
        let mosaic = try Mosaic(description, options: options)
        state.withLock { $0.mosaic = (options, mosaic) }
        return MosaicSource(mosaic)
    }

    /// The list; nil if it is an image.
    ///
    /// - Throws: `CodecError` that names the list, when it cannot be read or used.
    package func description() throws -> MosaicDescription? {
        guard case .list(let list) = input else { return try input.description() }
        let stamp = Self.stamp(of: list.path)
        return try state.withLock { state in
            if let stamp, state.stamp == stamp { return state.description }
            state = State()
            state.description = try MosaicDescription(list)
            state.stamp = stamp
            return state.description
        }
    }

    private static func stamp(of path: String) -> [Int]? {
        var status = stat()
        guard Files.stat(path, &status) == 0 else { return nil }
        return [
            Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }
}
