internal import Files
internal import ImageMetadata
internal import Glibc

/// Writes the bytes of an image file, which has its name only when it is complete.
///
/// When the object is released without ``commit()``, the file is removed.
final class ImageFileWriter {
    /// The maximum number of buffered bytes.
    private static let bufferLimit = 256 * 1024

    private let file: AtomicFile
    private var buffer: [UInt8] = []

    /// The path of the finished file.
    var path: String { file.finalPath }
    /// The file's descriptor, for code that writes directly after ``flush()``.
    var descriptor: Int32 { file.descriptor }

    /// Creates the file under its partial name.
    init(_ path: String) throws {
        do {
            file = try AtomicFile(path, mayReplace: true)
        } catch {
            throw Self.creationError(error, path)
        }
        buffer.reserveCapacity(Self.bufferLimit)
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
        do {
            try file.commit()
        } catch {
            guard case .system(_, let code) = error.cause else { throw Self.creationError(error, path) }
            throw writeError(code)
        }
    }

    /// The error for a failed write; `code` is its `errno`.
    func writeError(_ code: Int32) -> CodecError {
        let advice =
            code == ENOSPC || code == EDQUOT || code == EFBIG
            ? "make room, or write to another disk" : "check the disk and try again"
        return CodecError(.inputOutput, file: path, "the file cannot be written (\(Self.text(code))); \(advice).")
    }

    private static func creationError(_ error: FileError, _ path: String) -> CodecError {
        let message =
            switch error.cause {
            case .system(_, let code):
                "the file cannot be created (\(text(code))); check that its folder exists and may be written to."
            case .busy: "another program is writing this file; wait for it, or choose another name."
            case .foreign:
                "\(error.path) is in the way, which no interrupted run of yours has left; move it away, or choose another "
                    + "name."
            case .isFolder, .isSpecial, .exists, .appeared:
                "something that is not a file has this name; choose another name."
            }
        return CodecError(.cannotCreate, file: path, message)
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws {
        do {
            try DescriptorIO.write(bytes, to: descriptor)
        } catch {
            throw writeError(error.code)
        }
    }

    private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
