internal import Files
internal import Glibc

/// A whole file, mapped into memory to be read.
package final class MappedFile: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the memory is only read, and unmapped in `deinit`.
    /// The bytes, which are valid as long as this object.
    package let bytes: UnsafeRawBufferPointer

    /// Maps a file and reads it ahead (`MAP_POPULATE`), so that whoever uses the bytes does not wait for the disk.
    ///
    /// - Returns: `nil` if there is no such file, or it is empty.
    /// - Throws: ``StoreError`` when it cannot be opened or mapped, is not a regular file, or lies elsewhere than in `root`
    ///   after links have been resolved.
    init?(_ path: String, within root: ResolvedFolder) throws {
        // Without O_NONBLOCK, opening a pipe would block until somebody writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw StoreError.reading(path, errno: errno)
        }
        defer { close(descriptor) }
        guard root.contains(descriptor: descriptor, openedAt: path) else { throw StoreError.leadingOut(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.reading(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.unreadable, path: path, "this is not a regular file.")
        }
        guard status.st_size > 0 else { return nil }
        let count = Int(status.st_size)
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0), base != MAP_FAILED
        else { throw StoreError.reading(path, errno: errno) }
        bytes = UnsafeRawBufferPointer(start: base, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
