internal import CLinux
internal import ImageMetadata
internal import COpenJPEG
internal import TilePyramid

/// Owns an OpenJPEG decoder; one thread uses it at a time.
final class OpenJPEGDecoder {
    /// The location of a codestream.
    struct Codestream {
        let bytes: ImageBytes
        /// The offset of the codestream in the file.
        let start: Int
        let name: String
    }

    /// The read position and the messages of a decoder; OpenJPEG's callbacks hold a pointer to it.
    private final class Stream {
        let input: Codestream
        /// The number of bytes from the start of the codestream to the end of the file.
        let length: Int
        var offset = 0
        /// The first error or warning; empty if there is none.
        var message = ""

        init(_ input: Codestream) {
            self.input = input
            length = max(0, input.bytes.size - input.start)
        }
    }

    private let stream: Stream
    private let codec: UnsafeMutablePointer<opj_codec_t?>
    private let source: UnsafeMutablePointer<opj_stream_t?>
    private let image: UnsafeMutablePointer<opj_image_t>
    /// The width on the reference grid; kept because decoding an area changes the width of `image`.
    private let fullWidth: Int

    /// The size of OpenJPEG's read buffer in bytes.
    private static let bufferBytes = 1 << 16

    /// Opens a codestream and reads its main header.
    ///
    /// - Parameters:
    ///   - input: the codestream.
    ///   - reduction: the number of highest resolutions to leave out, less than the number of resolutions.
    ///   - isLenient: decodes truncated data as far as possible.
    ///   - threads: the number of threads that OpenJPEG may use.
    /// - Throws: ``Failure`` when the header is damaged, ``CodecError`` without memory.
    init(_ input: Codestream, reduction: Int, isLenient: Bool, threads: Int = 1) throws {
        let stream = Stream(input)
        guard let codec = opj_create_decompress(OPJ_CODEC_J2K),
            let source = opj_stream_create(Self.bufferBytes, 1)
        else { throw CodecError(.inputOutput, file: input.name, "not enough memory to start decoding.") }
        let pointer = Unmanaged.passUnretained(stream).toOpaque()
        Self.connect(source, to: pointer, length: stream.length)
        let recordMessage: opj_msg_callback = { text, user in
            guard let text, let user else { return }
            let stream = Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue()
            if stream.message.isEmpty { stream.message = String(cString: text) }
        }
        opj_set_error_handler(codec, recordMessage, pointer)
        opj_set_warning_handler(codec, recordMessage, pointer)
        var image: UnsafeMutablePointer<opj_image_t>?
        let isOpen =
            copenjpeg_setup_decoder(codec, UInt32(reduction)) != 0
            && opj_decoder_set_strict_mode(codec, isLenient ? 0 : 1) != 0
            && (threads < 2 || opj_codec_set_threads(codec, Int32(threads)) != 0)
            && opj_read_header(source, codec, &image) != 0
        guard isOpen, let image else {
            opj_stream_destroy(source)
            opj_destroy_codec(codec)
            opj_image_destroy(image)
            let lastMessage = Self.trimmed(stream.message)
            throw Failure(reason: "its header cannot be read" + (lastMessage.isEmpty ? "" : " (\(lastMessage))"))
        }
        (self.stream, self.codec, self.source, self.image) = (stream, codec, source, image)
        fullWidth = Int(image.pointee.x1)
    }

    deinit {
        opj_stream_destroy(source)
        opj_destroy_codec(codec)
        opj_image_destroy(image)
    }

    private static func connect(
        _ source: UnsafeMutablePointer<opj_stream_t?>, to pointer: UnsafeMutableRawPointer, length: Int
    ) {
        opj_stream_set_user_data(source, pointer, nil)
        // OpenJPEG allocates the size that a tile-part declares only if the stream is that long.
        opj_stream_set_user_data_length(source, UInt64(length))
        opj_stream_set_read_function(source) { buffer, count, user in
            guard let buffer, let user else { return -1 }
            let stream = Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue()
            let wanted = min(Int(clamping: count), stream.length - stream.offset)
            let bytes = stream.input.bytes.read(at: stream.input.start + stream.offset, count: wanted)
            guard !bytes.isEmpty else { return -1 }
            buffer.copyMemory(from: bytes, byteCount: bytes.count)
            stream.offset += bytes.count
            return OPJ_SIZE_T(bytes.count)
        }
        opj_stream_set_skip_function(source) { count, user in
            guard let user, count >= 0 else { return -1 }
            let stream = Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue()
            // OpenJPEG relies on a position that is never beyond the end.
            let skipped = min(Int(count), stream.length - stream.offset)
            stream.offset += skipped
            return skipped > 0 || count == 0 ? OPJ_OFF_T(skipped) : -1
        }
        opj_stream_set_seek_function(source) { offset, user in
            guard let user else { return 0 }
            let stream = Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue()
            guard offset >= 0, Int(offset) <= stream.length else { return 0 }
            stream.offset = Int(offset)
            return 1
        }
    }

    // MARK: Properties

    /// The image's components.
    var components: [opj_image_comp_t] { (0..<Int(image.pointee.numcomps)).map { image.pointee.comps[$0] } }

    /// The edges of the image on the reference grid.
    var area: (left: Int, top: Int, right: Int, bottom: Int) {
        let image = image.pointee
        return (Int(image.x0), Int(image.y0), Int(image.x1), Int(image.y1))
    }

    /// The tiling of the image and its number of resolutions: one more than it can be halved.
    func tiling() -> (origin: PixelOffset, tile: PixelSize, columns: Int, rows: Int, resolutions: Int)? {
        var info = opj_get_cstr_info(codec)
        guard let parameters = info?.pointee else { return nil }
        defer { opj_destroy_cstr_info(&info) }
        let origin = PixelOffset(x: Int(parameters.tx0), y: Int(parameters.ty0))
        let tile = PixelSize(width: Int(parameters.tdx), height: Int(parameters.tdy))
        let resolutions = info.map { Int(copenjpeg_resolution_count($0)) } ?? 0
        return (origin, tile, Int(parameters.tw), Int(parameters.th), resolutions)
    }

    // MARK: Decoding

    /// Decodes a tile and lends the samples of its components to `body`.
    ///
    /// - Returns: true when OpenJPEG reported no error or warning.
    /// - Throws: ``Failure``.
    func decode(tile: Int, _ body: (DecodedPlanes) -> Void) throws(Failure) -> Bool {
        try decode(body) { opj_get_decoded_tile(codec, source, image, UInt32(tile)) != 0 }
    }

    /// Decodes rows of an image of one tile, numbered at full size, and lends the samples of its components to `body`.
    ///
    /// - Returns: true when OpenJPEG reported no error or warning.
    /// - Throws: ``Failure``.
    func decode(rows: Range<Int>, _ body: (DecodedPlanes) -> Void) throws(Failure) -> Bool {
        try decode(body) {
            opj_set_decode_area(codec, image, 0, Int32(rows.lowerBound), Int32(fullWidth), Int32(rows.upperBound)) != 0
                && opj_decode(codec, source, image) != 0
        }
    }

    /// Decodes the whole image, once, and lends the samples of its components to `body`.
    ///
    /// - Throws: ``Failure``.
    func decodeWhole(_ body: (DecodedPlanes) -> Void) throws(Failure) {
        _ = try decode(body) { opj_decode(codec, source, image) != 0 }
    }

    private func decode(_ body: (DecodedPlanes) -> Void, _ operation: () -> Bool) throws(Failure) -> Bool {
        stream.message = ""
        // Frees the samples of an earlier decode.
        for number in 0..<Int(image.pointee.numcomps) {
            opj_image_data_free(image.pointee.comps[number].data)
            image.pointee.comps[number].data = nil
        }
        guard operation(), let part = DecodedPlanes(image) else { throw Failure(reason: lastMessage) }
        body(part)
        return stream.message.isEmpty
    }

    /// The decoded samples of all components.
    struct DecodedPlanes {
        /// The samples of one component.
        struct Plane {
            let size: PixelSize
            fileprivate let samples: UnsafePointer<Int32>

            /// The samples of a row.
            func row(_ y: Int) -> UnsafePointer<Int32> { samples + y * size.width }
        }

        let planes: [Plane]

        fileprivate init?(_ image: UnsafeMutablePointer<opj_image_t>) {
            let components = (0..<Int(image.pointee.numcomps)).map { image.pointee.comps[$0] }
            planes = components.compactMap { component in
                component.data.map {
                    Plane(size: PixelSize(width: Int(component.w), height: Int(component.h)), samples: $0)
                }
            }
            guard planes.count == components.count, !planes.isEmpty else { return nil }
        }
    }

    /// The reason that decoding failed: OpenJPEG's message, or the fault found before it was called.
    struct Failure: Error {
        var reason: String
    }

    private var lastMessage: String { Self.trimmed(stream.message) }

    private static func trimmed(_ message: String) -> String {
        String(message.prefix { $0 != "\n" }.reversed().drop { $0 == "." || $0 == " " }.reversed())
    }
}

/// Settings of the C library's heap.
enum HeapTuning {
    /// The number of free bytes kept at the top of the heap: 64 MiB, which is also the most that glibc's dynamic
    /// M_TRIM_THRESHOLD reaches.
    private static let retainedBytes: Int32 = 64 << 20

    /// Makes glibc keep freed memory for later allocations, in the whole process and for good.
    ///
    /// OpenJPEG frees its buffers after each band of an image and allocates them again for the next. Returning them to
    /// the system in between took as much time as the decoding.
    static let retainFreedMemory: Void = tk_retain_freed_memory(retainedBytes)
}
