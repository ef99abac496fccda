internal import CLinux
internal import Glibc
internal import ImageCodecs

/// A file that is kept open to be read and written at any place, by several threads at once.
final class OpenFile: Sendable {
    /// What it is called, for messages.
    let path: String
    private let descriptor: Int32

    /// Takes over a descriptor, which is closed with this object.
    init(owning descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a file for reading.
    ///
    /// - Throws: ``StoreError`` when there is none, or something else than a file.
    convenience init(reading path: String) throws {
        // A pipe would block until somebody writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StoreError.reading(path, errno: errno) }
        self.init(owning: descriptor, path: path)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.reading(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.unreadable, path: path, "this is not a file.")
        }
    }

    /// Makes a file without a name in the folder of `path`: it is gone with the process, however that ends.
    convenience init(unnamedBeside path: String) throws {
        let descriptor = TemporaryFiles.makeUnnamedFile(in: FilePath.parent(of: path))
        try StoreError.check(descriptor, "creating a temporary file beside it", path: path)
        self.init(owning: descriptor, path: path)
    }

    deinit {
        close(descriptor)
    }

    /// How many bytes it has now.
    func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.reading(path, errno: errno) }
        return Int(status.st_size)
    }

    /// Fills a buffer from a place (`pread`); fewer bytes only at the end of the file.
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

    /// Reads so many bytes from a place.
    ///
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed`` when the file ends before them.
    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
        guard bytes.count == count else {
            throw StoreError(
                .malformed, path: path, "the file ends too early: it has been cut off. Get it again from its source.")
        }
        return bytes
    }

    /// Writes all bytes to a place (`pwrite`).
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

    /// Writes bytes to a place, and others behind them, in one step if the system takes them all (`pwritev`).
    func write(_ head: [UInt8], _ body: UnsafeRawBufferPointer, at offset: Int) throws {
        let done = head.withUnsafeBytes { head in
            let parts = [head, body].map {
                iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
            }
            return max(0, pwritev(descriptor, parts, Int32(parts.count), off_t(offset)))
        }
        guard done < head.count + body.count else { return }
        // What is left is written as usual, which also tells of failures.
        if done < head.count {
            try write(Array(head[done...]), at: offset + done)
        }
        let rest = max(0, done - head.count)
        try write(UnsafeRawBufferPointer(rebasing: body[rest...]), at: offset + head.count + rest)
    }

    /// Writes all bytes to a place.
    func write(_ bytes: [UInt8], at offset: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }

    /// Makes the file end here.
    func truncate(to size: Int) throws {
        try StoreError.check(ftruncate(descriptor, off_t(size)), "shortening it", path: path)
    }

    /// Locks the file against other runs until it is closed or ``unlock()`` is called; false when another run has it.
    func lock() throws -> Bool { try FileLock.lock(descriptor, path: path) }

    /// Lets other runs have the file while it is still open here.
    func unlock() {
        flock(descriptor, LOCK_UN)
    }

    /// Whether the file at its path is this one, and not another that has come in its place.
    func isAtItsPath() -> Bool {
        var (own, other) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &other) == 0 && own.st_ino == other.st_ino
            && own.st_dev == other.st_dev
    }
}
