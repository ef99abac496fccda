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
    /// The columns of the reference grid; kept because decoding an area changes the columns of `image`.
    private let columns: Range<Int>

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
        self.stream = stream
        self.codec = codec
        self.source = source
        self.image = image
        columns = Int(image.pointee.x0)..<Int(image.pointee.x1)
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

    /// The number of components.
    var componentCount: Int { Int(image.pointee.numcomps) }

    // MARK: Decoding

    /// Decodes a tile.
    ///
    /// - Throws: ``Failure``.
    func decode(tile: Int) throws(Failure) -> DecodedPlanes {
        try decode { opj_get_decoded_tile(codec, source, image, UInt32(tile)) != 0 }
    }

    /// Decodes rows of the reference grid.
    ///
    /// This can be repeated when the image has one tile and no packed packet headers.
    ///
    /// - Throws: ``Failure``.
    func decode(rows: Range<Int>) throws(Failure) -> DecodedPlanes {
        try decode {
            opj_set_decode_area(
                codec, image, Int32(columns.lowerBound), Int32(rows.lowerBound), Int32(columns.upperBound),
                Int32(rows.upperBound)) != 0 && opj_decode(codec, source, image) != 0
        }
    }

    /// Decodes the whole image, once.
    ///
    /// - Throws: ``Failure``.
    func decodeWhole() throws(Failure) -> DecodedPlanes {
        try decode { opj_decode(codec, source, image) != 0 }
    }

    private func decode(_ operation: () -> Bool) throws(Failure) -> DecodedPlanes {
        stream.message = ""
        // Frees the samples of an earlier decode.
        for number in 0..<Int(image.pointee.numcomps) {
            opj_image_data_free(image.pointee.comps[number].data)
            image.pointee.comps[number].data = nil
        }
        guard operation(), let planes = DecodedPlanes(image, isWhole: stream.message.isEmpty) else {
            throw Failure(reason: lastMessage)
        }
        return planes
    }

    /// The decoded samples of all components, valid until the decoder decodes again.
    struct DecodedPlanes {
        /// The samples of one component.
        struct Plane {
            /// The number of the first sample, counted from the origin of the reference grid.
            let origin: PixelOffset
            let size: PixelSize
            fileprivate let samples: UnsafePointer<Int32>

            /// The samples of a row, counted from 0.
            func row(_ y: Int) -> UnsafePointer<Int32> { samples + y * size.width }
        }

        let planes: [Plane]
        /// True when OpenJPEG reported no warning.
        let isWhole: Bool

        fileprivate init?(_ image: UnsafeMutablePointer<opj_image_t>, isWhole: Bool) {
            let components = (0..<Int(image.pointee.numcomps)).map { image.pointee.comps[$0] }
            planes = components.compactMap { component in
                component.data.map {
                    Plane(
                        origin: PixelOffset(
                            x: JPEG2000Axis.reduced(Int(component.x0), Int(component.factor)),
                            y: JPEG2000Axis.reduced(Int(component.y0), Int(component.factor))),
                        size: PixelSize(width: Int(component.w), height: Int(component.h)), samples: $0)
                }
            }
            self.isWhole = isWhole
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
