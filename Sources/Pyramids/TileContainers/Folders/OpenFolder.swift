internal import CLinux
internal import Files
internal import Glibc

/// A folder that is kept open, so that many files can be created relative to it.
final class OpenFolder: Sendable {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = try StoreError.check(
            open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), "opening the folder", path: path)
    }

    deinit {
        close(descriptor)
    }

    /// Writes a whole file, replacing an existing one and creating the folders in its name.
    ///
    /// On failure, no file of that name is left.
    func write(_ bytes: RawSpan, to name: String) throws {
        let file = try create(name)
        let fullPath = "\(path)/\(name)"
        do {
            try bytes.withUnsafeBytes { try FileSystem.write($0, to: file, path: fullPath) }
        } catch {
            close(file)
            unlinkat(descriptor, name, 0)
            throw error
        }
        // Some file systems report a full disk only on close.
        guard close(file) == 0 else {
            let code = errno
            unlinkat(descriptor, name, 0)
            throw StoreError.system("writing", path: fullPath, errno: code)
        }
    }

    /// Creates a hard link, replacing an existing file.
    ///
    /// - Returns: `false` if the file system does not support hard links, or the file has too many.
    func link(_ name: String, to other: String) throws -> Bool {
        if linkat(descriptor, name, descriptor, other, 0) == 0 { return true }
        switch errno {
        case ENOENT: try makeFolders(above: other)
        case EEXIST: unlinkat(descriptor, other, 0)
        default: return false
        }
        return linkat(descriptor, name, descriptor, other, 0) == 0
    }

    private func create(_ name: String) throws -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        var file = tk_create_without_links(descriptor, name, flags, 0o666)
        // Folders are created when the first file needs them, which saves checking them for every file.
        if file < 0, errno == ENOENT, name.contains("/") {
            try makeFolders(above: name)
            file = tk_create_without_links(descriptor, name, flags, 0o666)
        }
        if file < 0, errno == EEXIST {
            // A file is replaced, not overwritten: it may have other names, and a link must not be followed.
            unlinkat(descriptor, name, 0)
            file = tk_create_without_links(descriptor, name, flags, 0o666)
        }
        return try StoreError.check(file, "creating it", path: "\(path)/\(name)")
    }

    private func makeFolders(above name: String) throws {
        var slash = name.firstIndex(of: "/")
        while let position = slash {
            let folder = String(name[..<position])
            if mkdirat(descriptor, folder, 0o777) != 0, errno != EEXIST {
                throw StoreError.system("creating the folder", path: "\(path)/\(folder)", errno: errno)
            }
            slash = name[name.index(after: position)...].firstIndex(of: "/")
        }
    }
}
