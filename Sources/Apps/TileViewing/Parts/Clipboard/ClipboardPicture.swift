internal import Concurrency
internal import Files
internal import TileContainers

/// A picture for the clipboard that is made in the background: a PNG file in a temporary folder of its own.
///
/// The file is removed if nobody takes it.
final class ClipboardPicture: Sendable {
    private struct State {
        var path: String?
        var isMaking = true
        var isCanceled = false
    }

    private let state = Locked(State())

    /// The path of the finished picture; nil before, and once it was taken.
    var path: String? { state.withLock { $0.path } }

    /// Whether the picture is no longer wanted.
    var isCanceled: Bool { state.withLock { $0.isCanceled } }

    /// Makes the picture by a function that writes to a path.
    ///
    /// - Throws: what the function throws, and ``StateFileError`` if there can be no folder.
    /// - Returns: the result of the function.
    func make<Result>(_ write: (_ path: String) throws -> Result) throws -> Result {
        defer { state.withLockAndNotify { $0.isMaking = false } }
        let folder: String
        do throws(FileError) {
            folder = try TemporaryFiles.makeFolder()
        } catch {
            throw StateFileError(error)
        }
        let path = "\(folder)/picture.png"
        do {
            let result = try write(path)
            let isCanceled = state.withLock { state -> Bool in
                if !state.isCanceled { state.path = path }
                return state.isCanceled
            }
            if isCanceled { Self.removeFolder(of: path) }
            return result
        } catch {
            Self.removeFolder(of: path)
            throw error
        }
    }

    /// Returns the path of the finished picture once; the caller removes its folder from then on.
    func take() -> String? { state.withLock { $0.path.take() } }

    /// Discards the picture: it is removed when it is finished.
    func cancel() {
        state.withLock { $0.isCanceled = true }
    }

    /// Cancels the picture, waits until nothing is written any more, and removes it unless it was taken.
    func discard() {
        cancel()
        state.wait { $0.isMaking ? nil : () }
        if let path = take() { Self.removeFolder(of: path) }
    }

    private static func removeFolder(of path: String) {
        try? FolderRemoval.remove(FilePath.parent(of: path))
    }
}
