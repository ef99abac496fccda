internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import TilePyramid

/// Decodes JPEG tiles to premultiplied pixels, with one libjpeg decompressor for all of them.
final class JPEGTileDecoder: TileFormatDecoder {
    private let profiles: SRGBProfileCache
    /// Created with the first tile; nil without memory.
    private lazy var handle: OpaquePointer? = tk_jpeg_tile_decoder_create()
    private var name = ""

    init(profiles: SRGBProfileCache) {
        self.profiles = profiles
    }

    deinit {
        tk_jpeg_tile_decoder_destroy(handle)
    }

    func open(_ input: TileInput) throws -> TileHeader? {
        guard let handle else { throw CodecError.noMemoryForTile(input.name) }
        name = input.name
        var header = tk_jpeg_tile_header()
        try check(
            tk_jpeg_tile_decoder_open(
                handle, input.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), input.bytes.count, &header))
        // CMYK needs color conversion, which the general path does.
        var isDirect = header.color == TK_JPEG_GRAY || header.color == TK_JPEG_RGB
        if isDirect, header.profile_length > 0 {
            let profile = UnsafeRawBufferPointer(start: header.profile, count: header.profile_length)
            isDirect = try header.color == TK_JPEG_RGB && profiles.isSRGB(profile, name: name)
        }
        guard isDirect else {
            close()
            return nil
        }
        return TileHeader(size: PixelSize(width: Int(header.width), height: Int(header.height)), isOpaque: true)
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool {
        guard let handle else { preconditionFailure("a tile must be open") }
        try check(tk_jpeg_tile_decoder_read(handle, pixels))
        return true
    }

    func close() {
        if let handle {
            tk_jpeg_tile_decoder_close(handle)
        }
    }

    /// Throws the error for a status, with libjpeg's message.
    private func check(_ status: tk_jpeg_status) throws {
        switch status {
        case TK_JPEG_OK:
            return
        case TK_JPEG_OUT_OF_MEMORY:
            throw CodecError.noMemoryForTile(name)
        default:
            guard let handle else { throw CodecError.noMemoryForTile(name) }
            guard status != TK_JPEG_UNSUPPORTED else {
                throw CodecError.unsupportedJPEG(name, String(cString: tk_jpeg_tile_decoder_message(handle)))
            }
            let damage = UInt32(tk_jpeg_tile_decoder_damage(handle))
            throw damage & TK_JPEG_TRUNCATED.rawValue != 0
                ? CodecError.truncatedTile(name)
                : CodecError.damagedTile(name, String(cString: tk_jpeg_tile_decoder_message(handle)))
        }
    }
}
