internal import CodecShims
internal import Glibc

/// The one owner of a libjpeg decoder and of the file it reads.
final class JPEGDecoderHandle {
    /// What libjpeg found wrong with the data and repaired with gray.
    struct Damage {
        var isTruncated: Bool

        func error(file: String, row: Int, of height: Int) -> CodecError {
            isTruncated
                ? CodecError(
                    .truncated, file: file,
                    "the file ends before row \(row) of \(height). Get a complete copy, or cut what there is with "
                        + "--allow-truncated.")
                : CodecError(
                    .damaged, file: file,
                    "the JPEG data is damaged near row \(row) of \(height). Get a good copy, or cut what can be "
                        + "read with --allow-truncated.")
        }

        func warning(row: Int, of height: Int) -> String {
            isTruncated
                ? "the file ends before row \(row) of \(height); the rest is gray."
                : "the JPEG data is damaged near row \(row) of \(height); parts of the picture are wrong."
        }
    }

    let decoder: OpaquePointer
    private let descriptor: Int32
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let name: String
    /// Where libjpeg keeps the coefficients of the whole image, if it does.
    private(set) var spillFile: SpillFile?

    /// Opens a file or bytes for decoding.
    init(_ input: ImageInput) throws {
        var descriptor: Int32 = -1
        var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
        let decoder: OpaquePointer?
        switch input {
        case .file(let path):
            descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw CodecError.cannotOpen(path, errno: errno) }
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
            decoder = tk_jpeg_decoder_create_fd(descriptor)
        case .bytes(let array, _):
            bytes = .allocate(capacity: array.count)
            _ = bytes.initialize(from: array)
            decoder = tk_jpeg_decoder_create_memory(bytes.baseAddress, bytes.count)
        }
        guard let decoder else {
            if descriptor >= 0 { close(descriptor) }
            bytes.deallocate()
            throw CodecError(.inputOutput, file: input.name, "not enough memory to start decoding.")
        }
        self.decoder = decoder
        self.descriptor = descriptor
        self.bytes = bytes
        name = input.name
    }

    deinit {
        tk_jpeg_decoder_destroy(decoder)
        bytes.deallocate()
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Reads up to the first scan; pointers in the header live as long as this handle.
    func readHeader() throws -> tk_jpeg_header {
        var header = tk_jpeg_header()
        try check(tk_jpeg_decoder_read_header(decoder, &header))
        if damage?.isTruncated == true {
            throw CodecError(.truncated, file: name, "the file ends within its header. Get a complete copy.")
        }
        return header
    }

    /// Makes libjpeg keep the coefficients of the whole image, if it does, in a temporary file instead of in memory.
    func spill(_ bytes: Int, for purpose: String = "decoding a progressive JPEG of this size") throws {
        let file = try SpillFile(size: bytes, image: name, purpose: purpose)
        file.withDescriptor { tk_jpeg_decoder_spill(decoder, $0) }
        spillFile = file
    }

    /// Begins decoding to gray or RGB, at full size or smaller.
    func start(scale: DecodeScale) throws {
        try check(tk_jpeg_decoder_start(decoder, UInt32(scale.rawValue)))
    }

    /// Begins decoding to the planes that are stored.
    func startPlanes() throws {
        try check(tk_jpeg_decoder_start_planes(decoder))
    }

    /// Decodes the next 16 rows of lightness and the 8 of each color that belong to them.
    func readPlanes(
        luma: UnsafeMutableRawPointer, stride: Int, cb: UnsafeMutableRawPointer,
        cr: UnsafeMutableRawPointer, chromaStride: Int
    ) throws {
        try check(
            tk_jpeg_decoder_read_planes(
                decoder, luma.assumingMemoryBound(to: UInt8.self), stride,
                cb.assumingMemoryBound(to: UInt8.self), cr.assumingMemoryBound(to: UInt8.self), chromaStride))
    }

    /// Decodes the next rows; returns how many.
    func readRows(into base: UnsafeMutableRawPointer, stride: Int, count: Int) throws -> Int {
        var read: UInt32 = 0
        try check(
            tk_jpeg_decoder_read_rows(
                decoder, base.assumingMemoryBound(to: UInt8.self), stride, UInt32(count), &read))
        return Int(read)
    }

    /// What has gone wrong so far without stopping libjpeg.
    var damage: Damage? {
        let flags = UInt32(tk_jpeg_decoder_damage(decoder))
        return flags == 0 ? nil : Damage(isTruncated: flags & TK_JPEG_TRUNCATED.rawValue != 0)
    }

    /// Turns a status into an error, its text taken where it happened.
    func check(_ status: tk_jpeg_status) throws {
        switch status {
        case TK_JPEG_OK:
            return
        case TK_JPEG_READ_FAILED:
            let reason = String(cString: strerror(tk_jpeg_decoder_errno(decoder)))
            throw CodecError(.inputOutput, file: name, "reading failed: \(reason).")
        case TK_JPEG_SPILL_FAILED:
            let cause = tk_jpeg_decoder_errno(decoder)
            throw spillFile?.failure(cause) ?? CodecError(.inputOutput, file: name, "a temporary file failed.")
        case TK_JPEG_OUT_OF_MEMORY:
            throw CodecError(.inputOutput, file: name, "not enough memory to decode this JPEG.")
        default:
            if damage?.isTruncated == true {
                throw CodecError(.truncated, file: name, "the file ends too early. Get a complete copy.")
            }
            let reason = String(cString: tk_jpeg_decoder_message(decoder))
            throw CodecError(.damaged, file: name, "not a JPEG that can be decoded (\(reason)).")
        }
    }
}
