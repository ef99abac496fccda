internal import Glibc

/// A folder that is kept open to make many files in it.
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

    /// Writes a file in one go; one that is there is replaced.
    ///
    /// On failure nothing of that name is left.
    func write(_ bytes: RawSpan, to name: String) throws {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        let fullPath = "\(path)/\(name)"
        try StoreError.check(file, "creating it", path: fullPath)
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
}
