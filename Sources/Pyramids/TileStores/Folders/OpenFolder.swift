internal import CLinux
internal import Glibc

/// A folder that is kept open to make many files in it and in folders within it.
final class OpenFolder: Sendable {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = try StoreError.check(
            open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "opening the folder", path: path)
    }

    deinit {
        close(descriptor)
    }

    /// Writes a file in one go; one that is there is replaced, folders that its name begins with are made.
    ///
    /// On failure nothing of that name is left.
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
        // Some file systems report a full disk only now.
        guard close(file) == 0 else {
            let code = errno
            unlinkat(descriptor, name, 0)
            throw StoreError.system("writing", path: fullPath, errno: code)
        }
    }

    /// Gives a file in the folder another name as well; what has that name is replaced.
    ///
    /// - Returns: whether it could be done: some file systems cannot, and all have a limit of names for a file.
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
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC
        var file = openat(descriptor, name, flags | O_EXCL, 0o666)
        // A folder is made when it is first missed, so that no file costs a look at the folders above it.
        if file < 0, errno == ENOENT, name.contains("/") {
            try makeFolders(above: name)
            file = openat(descriptor, name, flags | O_EXCL, 0o666)
        }
        if file < 0, errno == EEXIST {
            breakHardLink(name)
            file = openat(descriptor, name, flags | O_TRUNC, 0o666)
        }
        return try StoreError.check(file, "creating it", path: "\(path)/\(name)")
    }

    /// Takes a name from a file that has others: what is written under it is not to change those.
    private func breakHardLink(_ name: String) {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_nlink > 1
        else { return }
        unlinkat(descriptor, name, 0)
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
