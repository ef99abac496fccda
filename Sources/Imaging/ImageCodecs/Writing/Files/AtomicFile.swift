internal import ImageMetadata
internal import Glibc

/// A file that appears under its name only when it is complete.
///
/// Until ``commit()`` its name is the final one with the process number and `.partial` appended. When the object is
/// released without ``commit()``, the file is removed.
final class AtomicFile {
    /// The path of the finished file.
    let path: String
    /// The file's descriptor, for code that writes directly after ``flush()``.
    let descriptor: Int32

    /// The maximum number of buffered bytes.
    private static let bufferLimit = 256 * 1024

    private let partialPath: String
    private var buffer: [UInt8] = []
    private var isOpen = true

    /// Creates the file under its partial name.
    init(_ path: String) throws {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw CodecError(
                .cannotCreate, file: path, "something that is not a file has this name; choose another name.")
        }
        let partialPath = "\(path).\(getpid()).partial"
        let descriptor = open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw CodecError(
                .cannotCreate, file: path,
                "the file cannot be created (\(Self.text(errno))); check that its folder exists and may be written to.")
        }
        self.path = path
        self.partialPath = partialPath
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.bufferLimit)
    }

    deinit {
        if isOpen {
            close(descriptor)
            unlink(partialPath)
        }
    }

    /// Appends bytes to the file.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        if buffer.count + bytes.count > Self.bufferLimit {
            try flush()
        }
        if bytes.count >= Self.bufferLimit {
            try writeAll(bytes)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Appends bytes to the file.
    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try write($0) }
    }

    /// Writes the buffered bytes.
    func flush() throws {
        try buffer.withUnsafeBytes { try writeAll($0) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Completes the file and renames it to ``path``.
    func commit() throws {
        try flush()
        isOpen = false
        guard close(descriptor) == 0, rename(partialPath, path) == 0 else {
            let error = writeError(errno)
            unlink(partialPath)
            throw error
        }
    }

    /// The error for a failed write; `code` is its `errno`.
    func writeError(_ code: Int32) -> CodecError {
        let advice =
            code == ENOSPC || code == EDQUOT || code == EFBIG
            ? "make room, or write to another disk" : "check the disk and try again"
        return CodecError(.inputOutput, file: path, "the file cannot be written (\(Self.text(code))); \(advice).")
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest)
            let written = Glibc.write(descriptor, slice.baseAddress, slice.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw writeError(errno)
            }
            rest = rest.dropFirst(written)
        }
    }

    private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
