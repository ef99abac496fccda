internal import CLinux
internal import Glibc

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
