internal import CLinux
internal import Glibc

/// A file or folder of which it is to be told whether it is a pyramid, with what that is told by.
struct PyramidCandidate {
    /// What is at the path.
    enum Content {
        /// A file that begins with these bytes, up to ``PyramidCandidate/headLength`` of them.
        case file(head: [UInt8])
        /// A folder with these names in it.
        case folder(names: [String])
        /// Neither: a socket, a device.
        case other
    }

    /// How many bytes of a file are looked at.
    static let headLength = 4096

    /// Its path, without slashes at the end.
    let path: String
    let content: Content

    /// Looks at what is at a path.
    init(_ path: String) throws {
        self.path = FilePath.withoutTrailingSlashes(path)
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            guard code == ENOENT || code == ENOTDIR else { throw StoreError.reading(path, errno: code) }
            throw StoreError(.unreadable, path: path, "no such file or folder. Check the spelling.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: content = .file(head: try FileSystem.readWhole(path, limit: Self.headLength) ?? [])
        case S_IFDIR: content = .folder(names: try FileSystem.entries(of: path))
        default: content = .other
        }
    }

    /// What is beside it: a path with another name.
    func sibling(_ name: String) -> String { path.contains("/") ? "\(FilePath.parent(of: path))/\(name)" : name }
}
