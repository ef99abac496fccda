internal import Glibc

/// The encoded bytes of an image, read here and there: for the few facts that libvips does not pass on.
final class ImageBytes {
    private let descriptor: Int32
    private let bytes: [UInt8]

    /// Opens a file, or looks at bytes in memory.
    ///
    /// - Throws: ``CodecError`` in plain words when there is no such file, it is a folder, may not be read, is empty,
    ///   or cannot be read twice.
    init(_ input: ImageInput) throws {
        switch input {
        case .bytes(let bytes, let name):
            descriptor = -1
            self.bytes = bytes
            guard !bytes.isEmpty else { throw CodecError(.unsupported, file: name, "there are no bytes to decode.") }
        case .file(let path):
            bytes = []
            var status = stat()
            guard stat(path, &status) == 0 else {
                descriptor = -1
                throw CodecError.cannotOpen(path, errno: errno)
            }
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else {
                descriptor = -1
                throw CodecError(.unreadable, file: path, "this is a folder. Give the image files in it by name.")
            }
            guard kind == S_IFREG || kind == S_IFBLK else {
                descriptor = -1
                throw CodecError(
                    .unreadable, file: path, "this is not a regular file. Give what it yields on standard input.")
            }
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw CodecError.cannotOpen(path, errno: errno) }
            guard kind == S_IFBLK || status.st_size > 0 else {
                throw CodecError(.unsupported, file: path, "the file is empty.")
            }
        }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// How many bytes there are.
    var size: Int {
        var status = stat()
        guard descriptor >= 0 else { return bytes.count }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            // Reads give their place, so that the descriptor's own does not matter.
            return max(0, Int(lseek(descriptor, 0, SEEK_END)))
        }
        return Int(status.st_size)
    }

    /// All bytes.
    func readWhole() -> [UInt8] {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return bytes }
        return read(at: 0, count: Int(status.st_size))
    }

    /// The bytes from `offset`: as many as were asked for, or fewer at the end.
    func read(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        guard descriptor >= 0 else {
            guard offset < bytes.count else { return [] }
            return Array(bytes[offset..<min(bytes.count, offset + min(count, bytes.count))])
        }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
