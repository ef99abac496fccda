package import Files
internal import Glibc

/// A file descriptor for positioned reads and writes from several threads.
package final class OpenFile: RandomAccessFile, WritableFile {
    /// The path, for error messages.
    package let path: String
    private let descriptor: Int32
    /// The owner of the descriptor, if it is not this object.
    private let owner: AtomicFile?

    /// Takes ownership of a descriptor, which is closed in `deinit`.
    package init(owning descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        owner = nil
    }

    /// Reads and writes a file that has not its final name yet.
    package init(of file: AtomicFile) {
        descriptor = file.descriptor
        path = file.path
        owner = file
    }

    /// Opens a file for reading.
    ///
    /// - Throws: ``StoreError`` when it cannot be opened, or is not a regular file.
    package convenience init(reading path: String) throws {
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
    package convenience init(unnamedBeside path: String) throws {
        let descriptor = TemporaryFiles.makeUnnamedFile(in: FilePath.parent(of: path))
        try StoreError.check(descriptor, "creating a temporary file beside it", path: path)
        self.init(owning: descriptor, path: path)
    }

    deinit {
        if owner == nil { close(descriptor) }
    }

    /// The current size of the file in bytes.
    package func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError.reading(path, errno: errno) }
        return Int(status.st_size)
    }

    /// Fills the buffer from an offset and returns the number of bytes read; it is less only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        try FileSystem.read(from: descriptor, into: buffer, at: offset, path: path)
    }

    /// Reads `count` bytes from an offset.
    ///
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed`` when the file ends before that.
    package func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
        guard bytes.count == count else {
            throw StoreError(.malformed, path: path, "the file is truncated. Get a complete copy.")
        }
        return bytes
    }

    /// Writes all bytes at an offset (`pwrite`).
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        try FileSystem.write(bytes, to: descriptor, at: offset, path: path, canResume: false)
    }
}
