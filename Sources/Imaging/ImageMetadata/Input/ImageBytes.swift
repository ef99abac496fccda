internal import Files
internal import Glibc

/// Random access to the encoded bytes of an image, for the metadata that libvips does not report.
package final class ImageBytes: Sendable {
    private let descriptor: Int32
    private let bytes: [UInt8]

    /// Opens a file or wraps bytes in memory.
    ///
    /// - Throws: ``CodecError`` when the file does not exist, is a folder, is empty, may not be read or is not
    ///   seekable.
    package init(_ input: ImageInput) throws {
        switch input {
        case .bytes(let bytes, let name):
            guard !bytes.isEmpty else {
                throw CodecError(.unsupported, file: name, "the input is empty. Check what produces it.")
            }
            descriptor = -1
            self.bytes = bytes
        case .file(let path):
            var status = stat()
            guard Files.stat(path, &status) == 0 else { throw CodecError.cannotOpen(path, errno: errno) }
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else {
                let folder = path.hasSuffix("/") ? path : "\(path)/"
                throw CodecError(
                    .unreadable, file: path, "this is a folder. Name its images, \(folder)*.jpg for example.")
            }
            guard kind == S_IFREG || kind == S_IFBLK else {
                throw CodecError(
                    .unreadable, file: path, "this is not a regular file. Pipe its contents to standard input.")
            }
            bytes = []
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw CodecError.cannotOpen(path, errno: errno) }
            guard kind == S_IFBLK || status.st_size > 0 else {
                throw CodecError(.unsupported, file: path, "the file is empty. Get a complete copy.")
            }
        }
    }

    /// Wraps bytes in memory.
    package init(_ bytes: [UInt8]) {
        descriptor = -1
        self.bytes = bytes
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// The number of bytes.
    package var size: Int {
        var status = stat()
        guard descriptor >= 0 else { return bytes.count }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            // pread takes its own offset, so moving the descriptor's does no harm.
            // Checked: 64 bits, as many as Int has.
            return max(0, Int(lseek(descriptor, 0, SEEK_END)))
        }
        // Checked: 64 bits, as many as Int has.
        return Int(status.st_size)
    }

    /// Reads all bytes.
    package func readWhole() -> [UInt8] {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return bytes }
        // Checked: 64 bits, as many as Int has.
        return read(at: 0, count: Int(status.st_size))
    }

    /// Reads `count` bytes at `offset`; fewer at the end.
    package func read(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        guard descriptor >= 0 else {
            guard offset < bytes.count else { return [] }
            // Checked: the offset is one of the bytes.
            return Array(bytes[offset..<min(bytes.count, offset + min(count, bytes.count))])
        }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = readFile(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }

    /// Reads the bytes at `offset` into memory; returns their number, which is smaller at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        guard offset >= 0 else { return 0 }
        guard descriptor < 0 else { return readFile(into: buffer, at: offset) }
        guard offset < bytes.count else { return 0 }
        // Checked: the offset is one of the bytes.
        let part = bytes[offset..<min(bytes.count, offset + min(buffer.count, bytes.count))]
        buffer.copyBytes(from: part)
        return part.count
    }

    private func readFile(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        var filled = 0
        while filled < buffer.count {
            let got = pread(
                descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(offset + filled))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            filled += got
        }
        return filled
    }
}
