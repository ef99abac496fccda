internal import Files
internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import Glibc

/// The sole owner of a libjpeg decompressor and of the file it reads.
final class JPEGDecoderHandle {
    let decoder: OpaquePointer
    private let descriptor: Int32
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// The owner of the bytes that are read again.
    private let other: JPEGDecoderHandle?
    private let name: String
    /// The temporary file that holds the coefficients of the whole image, if there is one.
    private(set) var spillFile: SpillFile?

    init(_ input: ImageInput) throws {
        var descriptor: Int32 = -1
        var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
        let decoder: OpaquePointer?
        switch input {
        case .file(let path):
            descriptor = Files.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw CodecError.cannotOpen(path, errno: errno) }
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
            decoder = tk_jpeg_decoder_create(descriptor, nil, 0)
        case .bytes(let array, _):
            bytes = UnsafeMutableBufferPointer(
                start: try HeapMemory.allocate(array.count, of: UInt8.self), count: array.count)
            _ = bytes.update(from: array)
            decoder = tk_jpeg_decoder_create(-1, bytes.baseAddress, bytes.count)
        }
        guard let decoder else {
            if descriptor >= 0 { close(descriptor) }
            HeapMemory.free(bytes.baseAddress)
            throw CodecError(.inputOutput, file: input.name, "not enough memory to decode this JPEG.")
        }
        self.decoder = decoder
        self.descriptor = descriptor
        self.bytes = bytes
        other = nil
        name = input.name
    }

    /// Creates a decoder that reads the file or bytes of another one from their beginning.
    ///
    /// Fails if they can be read only once, or if memory runs out. The other decoder must not read any more.
    init?(rereading other: JPEGDecoderHandle) {
        let descriptor = other.descriptor < 0 ? -1 : fcntl(other.descriptor, F_DUPFD_CLOEXEC, 0)
        guard (descriptor < 0) == (other.descriptor < 0) else { return nil }
        let decoder =
            descriptor < 0 || lseek(descriptor, 0, SEEK_SET) == 0
            ? tk_jpeg_decoder_create(descriptor, other.bytes.baseAddress, other.bytes.count) : nil
        guard let decoder else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        self.decoder = decoder
        self.descriptor = descriptor
        bytes = UnsafeMutableBufferPointer(start: nil, count: 0)
        self.other = other
        name = other.name
    }

    deinit {
        tk_jpeg_decoder_destroy(decoder)
        HeapMemory.free(bytes.baseAddress)
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Reads up to the first scan (`jpeg_read_header`); pointers in the header live as long as this handle.
    func readHeader() throws -> tk_jpeg_header {
        var header = tk_jpeg_header()
        try check(tk_jpeg_decoder_read_header(decoder, &header))
        if damage == .truncated {
            throw CodecError(.truncated, file: name, "the file ends inside its header. Get a complete copy.")
        }
        return header
    }

    /// The properties that the image shares with all tiles cut from it; known once the header has been read.
    var structure: tk_jpeg_structure {
        var structure = tk_jpeg_structure()
        tk_jpeg_decoder_structure(decoder, &structure)
        return structure
    }

    /// Reads bytes of the file at an offset, without moving libjpeg's position.
    ///
    /// - Returns: the number of bytes read, 0 only at the end; nil if the file can only be read in order.
    func readBytes(into target: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int? {
        if descriptor < 0 {
            let source = other?.bytes ?? bytes
            let part = UnsafeRawBufferPointer(source).dropFirst(offset).prefix(target.count)
            target.copyBytes(from: part)
            return part.count
        }
        while true {
            let count = pread(descriptor, target.baseAddress, target.count, off_t(offset))
            if count >= 0 { return count }
            if errno == ESPIPE { return nil }
            guard errno == EINTR else {
                throw CodecError(.inputOutput, file: name, "reading failed: \(String(cString: strerror(errno))).")
            }
        }
    }

    /// Makes libjpeg keep the coefficients of the whole image in a temporary file instead of in memory.
    ///
    /// Called after ``readHeader()`` and before decoding starts. Has no effect if the image has a single scan and not
    /// all coefficients are kept.
    func spill(_ bytes: Int, for purpose: String = "decoding a progressive JPEG of this size") throws {
        let file = try SpillFile(size: bytes, image: name, purpose: purpose)
        file.withDescriptor { tk_jpeg_decoder_spill(decoder, $0) }
        spillFile = file
    }

    /// Starts decoding to gray or RGB, at full or reduced scale.
    func start(scale: DecodeScale) throws {
        try check(tk_jpeg_decoder_start(decoder, UInt32(scale.rawValue), 0))
    }

    /// Starts decoding to the stored YCbCr planes.
    func startPlanes() throws {
        try check(tk_jpeg_decoder_start(decoder, 1, 1))
    }

    /// Decodes the next 16 rows of luma and the corresponding 8 rows of each chroma plane.
    func readPlanes(
        luma: UnsafeMutableRawPointer, stride: Int, cb: UnsafeMutableRawPointer,
        cr: UnsafeMutableRawPointer, chromaStride: Int
    ) throws {
        try check(
            tk_jpeg_decoder_read_planes(
                decoder, luma.assumingMemoryBound(to: UInt8.self), stride,
                cb.assumingMemoryBound(to: UInt8.self), cr.assumingMemoryBound(to: UInt8.self), chromaStride))
    }

    /// Decodes the next rows; returns the number of rows.
    func readRows(into base: UnsafeMutableRawPointer, stride: Int, count: Int) throws -> Int {
        var read: UInt32 = 0
        try check(
            tk_jpeg_decoder_read_rows(
                decoder, base.assumingMemoryBound(to: UInt8.self), stride, UInt32(count), &read))
        return Int(read)
    }

    /// Whether extraneous bytes before a marker have been skipped so far.
    var hasSkippedBytes: Bool { tk_jpeg_decoder_has_skipped_bytes(decoder) != 0 }

    /// Whether the file has ended without an end marker, as far as it has been read.
    var lacksEndMarker: Bool { tk_jpeg_decoder_lacks_end(decoder) != 0 }

    /// Reads up to the end marker, after the last row; returns ``hasSkippedBytes``.
    @discardableResult func finish() -> Bool {
        tk_jpeg_decoder_finish(decoder)
        return hasSkippedBytes
    }

    /// The damage that libjpeg has concealed so far.
    var damage: JPEGDamage? {
        let flags = UInt32(tk_jpeg_decoder_damage(decoder))
        return flags == 0 ? nil : flags & TK_JPEG_TRUNCATED.rawValue != 0 ? .truncated : .corrupt
    }

    /// The first stored row of the MCU row in which the first damage was found, counted from 1; nil if it is unknown.
    ///
    /// It is the same however the image is decoded.
    var damagedRow: Int? {
        let row = Int(tk_jpeg_decoder_damaged_row(decoder))
        return row > 0 ? row : nil
    }

    /// Throws the error that a status stands for, with libjpeg's message or `errno` at this moment.
    func check(_ status: tk_jpeg_status) throws {
        switch status {
        case TK_JPEG_OK:
            return
        case TK_JPEG_READ_FAILED:
            let reason = String(cString: strerror(tk_jpeg_decoder_errno(decoder)))
            throw CodecError(.inputOutput, file: name, "reading failed: \(reason).")
        case TK_JPEG_SPILL_FAILED:
            let cause = tk_jpeg_decoder_errno(decoder)
            throw spillFile?.failure(cause)
                ?? CodecError(
                    .inputOutput, file: name, "a temporary file failed. Set TMPDIR to a folder with enough free space.")
        case TK_JPEG_OUT_OF_MEMORY:
            throw CodecError(.inputOutput, file: name, "not enough memory to decode this JPEG.")
        case TK_JPEG_UNSUPPORTED:
            throw CodecError.unsupportedJPEG(name, String(cString: tk_jpeg_decoder_message(decoder)))
        default:
            if damage == .truncated {
                throw CodecError(.truncated, file: name, "the file is truncated. Get a complete copy.")
            }
            let reason = String(cString: tk_jpeg_decoder_message(decoder))
            throw CodecError(.damaged, file: name, "the JPEG cannot be decoded (\(reason)). Get a good copy.")
        }
    }
}
