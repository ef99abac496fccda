internal import Concurrency
internal import Files
internal import Glibc

/// The temporary folders of pictures that are copied or pasted, one for each.
///
/// A folder is removed together with its picture, unless the user has put something beside that, such as annotations or an
/// export: then it stays.
package final class PictureFolders: Sendable {
    private struct State {
        /// The pictures that are being copied or pasted.
        var passing: Set<String> = []
        /// The pictures that were pasted, the oldest first.
        var pasted: [String] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let limit: Int

    /// Creates a list without folders, which keeps up to `limit` pasted pictures.
    package init(limit: Int = PictureClipboard.keptLimit) {
        self.limit = limit
    }

    /// Makes a folder for a picture that is about to be pasted.
    ///
    /// - Returns: the path of the picture, to be passed to ``keep(_:)`` or ``remove(_:)``.
    /// - Throws: ``PictureClipboardError`` if there can be no folder.
    package func makePicture() throws(PictureClipboardError) -> String {
        let folder: String
        do throws(FileError) {
            folder = try TemporaryFiles.makeFolder()
        } catch {
            var code = EIO
            if case .system(_, let number) = error.cause { code = number }
            throw .notWritten(path: error.path, errno: code)
        }
        let path = "\(folder)/clipboard.png"
        add(path)
        return path
    }

    /// Adds a picture that is about to be copied, in a folder of its own.
    package func add(_ path: String) {
        let isClosed = state.withLock { state -> Bool in
            if !state.isClosed { state.passing.insert(path) }
            return state.isClosed
        }
        if isClosed { Self.removeFile(path) }
    }

    /// Keeps a picture that was pasted until ``close()``; of more than the limit, the oldest is removed.
    package func keep(_ path: String) {
        let unwanted = state.withLock { state -> String? in
            state.passing.remove(path)
            guard !state.isClosed else { return path }
            state.pasted.append(path)
            return state.pasted.count > limit ? state.pasted.removeFirst() : nil
        }
        if let unwanted { Self.removeFile(unwanted) }
    }

    /// Removes a picture that was copied, or that could not be pasted.
    package func remove(_ path: String) {
        _ = state.withLock { $0.passing.remove(path) }
        Self.removeFile(path)
    }

    /// Removes all pictures, and those that are still being copied or pasted.
    package func close() {
        let all = state.withLock { state -> [String] in
            defer {
                state.passing = []
                state.pasted = []
                state.isClosed = true
            }
            return Array(state.passing) + state.pasted
        }
        all.forEach(Self.removeFile)
    }

    private static func removeFile(_ path: String) {
        try? FolderRemoval.remove(path)
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        // It fails for a folder with other files, which are the user's.
        _ = rmdir(String(folder))
    }
}
