internal import CLinux
internal import Glibc

/// A file or folder that may be a pyramid, and the evidence for it.
struct PyramidCandidate {
    /// What the path refers to.
    enum Content {
        /// A file, with its first bytes, at most ``PyramidCandidate/headLength``.
        case file(head: [UInt8])
        /// A folder, with the names of its entries.
        case folder(names: [String])
        /// Anything else, such as a socket or a device.
        case other
    }

    /// The number of bytes of a file that are examined.
    static let headLength = 4096

    /// The path without trailing slashes.
    let path: String
    let content: Content

    /// Examines a path.
    ///
    /// - Throws: ``StoreError`` when nothing is there or it cannot be read.
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

    /// The path of another entry in the same folder.
    func sibling(_ name: String) -> String { path.contains("/") ? "\(FilePath.parent(of: path))/\(name)" : name }
}
