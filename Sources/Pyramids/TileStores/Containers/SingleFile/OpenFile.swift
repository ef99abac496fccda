internal import CLinux
internal import Glibc
internal import ImageCodecs

/// A file descriptor for positioned reads and writes from several threads.
final class OpenFile: Sendable {
    /// The path, for error messages.
    let path: String
    private let descriptor: Int32

    /// Takes ownership of a descriptor, which is closed in `deinit`.
    init(owning descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a file for reading.
    ///
    /// - Throws: ``StoreError`` when it cannot be opened, or is not a regular file.
    convenience init(reading path: String) throws {
        // Without O_NONBLOCK, opening a pipe would block until somebody writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StoreError.reading(path, errno: errno) }
        self.init(owning: descriptor, path: path)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.reading(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.unreadable, path: path, "this is not a regular file.")
        }
    }

    /// Creates an unnamed file in the folder of `path`; it disappears with the process, however that ends.
    convenience init(unnamedBeside path: String) throws {
        let descriptor = TemporaryFiles.makeUnnamedFile(in: FilePath.parent(of: path))
        try StoreError.check(descriptor, "creating a temporary file beside it", path: path)
        self.init(owning: descriptor, path: path)
    }

    deinit {
        close(descriptor)
    }

    /// The current size of the file in bytes.
    func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.reading(path, errno: errno) }
        return Int(status.st_size)
    }

    /// Fills the buffer from an offset (`pread`) and returns the number of bytes read; it is less only at the end of
    /// the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        var done = 0
        while let base = buffer.baseAddress, done < buffer.count {
            let count = pread(descriptor, base + done, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw StoreError.reading(path, errno: errno) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reads `count` bytes from an offset.
    ///
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed`` when the file ends before that.
    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
        guard bytes.count == count else {
            throw StoreError(
                .malformed, path: path, "the file is truncated. Get a complete copy.")
        }
        return bytes
    }

    /// Writes all bytes at an offset (`pwrite`).
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        var done = 0
        while let base = bytes.baseAddress, done < bytes.count {
            let count = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw StoreError.system("writing", path: path, errno: count < 0 ? errno : ENOSPC, canResume: false)
            }
            done += count
        }
    }

    /// Writes two buffers one after the other at an offset, with one system call where possible (`pwritev`).
    func write(_ head: [UInt8], _ body: UnsafeRawBufferPointer, at offset: Int) throws {
        let done = head.withUnsafeBytes { head in
            let parts = [head, body].map {
                iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
            }
            return max(0, pwritev(descriptor, parts, Int32(parts.count), off_t(offset)))
        }
        guard done < head.count + body.count else { return }
        // The rest is written as usual, which also reports failures.
        if done < head.count {
            try write(Array(head[done...]), at: offset + done)
        }
        let rest = max(0, done - head.count)
        try write(UnsafeRawBufferPointer(rebasing: body[rest...]), at: offset + head.count + rest)
    }

    /// Writes all bytes at an offset.
    func write(_ bytes: [UInt8], at offset: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }

    /// Sets the size of the file (`ftruncate`).
    func truncate(to size: Int) throws {
        try StoreError.check(ftruncate(descriptor, off_t(size)), "shortening it", path: path)
    }

    /// Locks the file against other runs until it is closed or ``unlock()`` is called; `false` if another run holds it.
    func lock() throws -> Bool { try FileLock.lock(descriptor, path: path) }

    /// Releases the lock while the file stays open.
    func unlock() {
        flock(descriptor, LOCK_UN)
    }

    /// Whether the path still refers to this file, and not to one that has replaced it.
    func isAtItsPath() -> Bool {
        var (own, other) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &other) == 0 && own.st_ino == other.st_ino
            && own.st_dev == other.st_dev
    }
}
