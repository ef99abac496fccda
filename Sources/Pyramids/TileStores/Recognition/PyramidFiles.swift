internal import CLinux
internal import Glibc

/// The files among which a pyramid is looked for: those of a disk, or of anything else that has paths.
public protocol PyramidFiles: Sendable {
    /// Examines what is at a path.
    ///
    /// - Throws: ``StoreError`` when nothing is there or it cannot be read.
    func content(at path: String) async throws -> PyramidCandidate.Content

    /// Reads the first bytes of a file, at most `limit`; `nil` if there is no such file.
    func read(_ path: String, limit: Int) async throws -> [UInt8]?

    /// The names of the entries of a folder.
    func names(in folder: String) async throws -> [String]
}

/// The files of this computer; calls block while they read.
struct LocalFiles: PyramidFiles {
    func content(at path: String) throws -> PyramidCandidate.Content {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            guard code == ENOENT || code == ENOTDIR else { throw StoreError.reading(path, errno: code) }
            throw StoreError(.unreadable, path: path, "no such file or folder. Check the spelling.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(head: try read(path, limit: PyramidCandidate.headLength) ?? [])
        case S_IFDIR: return .folder(names: try names(in: path))
        default: return .other
        }
    }

    func read(_ path: String, limit: Int) throws -> [UInt8]? { try FileSystem.readWhole(path, limit: limit) }

    func names(in folder: String) throws -> [String] { try FileSystem.entries(of: folder) }
}
