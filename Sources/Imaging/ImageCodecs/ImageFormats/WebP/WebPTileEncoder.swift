internal import ImageMetadata
internal import ImageSources
internal import CWebP
internal import PixelKernels
internal import TilePyramid

/// Encodes tiles as lossy WebP with lossless alpha; gray is written as color, because WebP has no gray.
///
/// Method 2 of 0 to 6: on maps and photographs it takes less than half the time of method 4, the library's default, for
/// 4 percent more bytes and 0.3 dB less. Methods 0 and 1 save another quarter of the time but cost 10 percent and more.
///
/// Lossy WebP is always 4:2:0. ``TileEncoding/ChromaSubsampling/full`` selects the nearest there is, libwebp's "sharp
/// YUV", which chooses chroma so that edges keep their look; it doubles the time.
final class WebPTileEncoder: TileEncoder {
    private static let method: Int32 = 2

    private let layout: PixelLayout
    private let usesSharpYUV: Bool
    private let profile: [UInt8]?
    private let exif: [UInt8]?
    private var config = WebPConfig()
    private var picture = WebPPicture()
    /// libwebp's output buffer; on the heap because `picture` points to it between calls.
    private let writer = UnsafeMutablePointer<WebPMemoryWriter>.allocate(capacity: 1)
    private var color = ScratchBuffer()
    private var file: [UInt8] = []

    /// Creates an encoder for tiles of the given 8-bit layout.
    ///
    /// - Throws: ``CodecError`` when libwebp rejects the settings.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        precondition(layout.depth == .eight, "WebP has 8 bits per sample")
        self.layout = layout
        usesSharpYUV = encoding.chroma == .full
        profile = encoding.profile
        exif = encoding.exif
        writer.initialize(to: WebPMemoryWriter())
        WebPMemoryWriterInit(writer)
        let quality = Float(min(max(encoding.quality, 1), 100))
        guard WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, quality) != 0, WebPPictureInit(&picture) != 0
        else {
            throw CodecError(
                .encoding, file: "tile",
                "the installed libwebp has an unexpected version. Install the version of the system.")
        }
        config.method = Self.method
        config.use_sharp_yuv = usesSharpYUV ? 1 : 0
    }

    deinit {
        WebPPictureFree(&picture)
        WebPMemoryWriterClear(writer)
        writer.deallocate()
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        guard max(tile.size.width, tile.size.height) <= WEBP_MAX_DIMENSION else {
            throw CodecError(
                .encoding, file: "tile", "WebP tiles have at most 16383 pixels a side. Choose a smaller tile size.")
        }
        picture.width = Int32(tile.size.width)
        picture.height = Int32(tile.size.height)
        // Sharp YUV is made from RGB by the encoder, plain YUV while importing.
        picture.use_argb = usesSharpYUV ? 1 : 0
        guard try load(tile) else { throw failure("not enough memory") }
        defer { WebPPictureFree(&picture) }
        writer.pointee.size = 0
        picture.writer = WebPMemoryWrite
        picture.custom_ptr = UnsafeMutableRawPointer(writer)
        guard WebPEncode(&config, &picture) != 0 else {
            throw failure("error \(picture.error_code.rawValue)")
        }

        let encoded = UnsafeRawBufferPointer(start: writer.pointee.mem, count: writer.pointee.size)
        guard profile != nil || exif != nil else {
            try body(encoded.bytes)
            return
        }
        WebPContainer.wrap(encoded, size: tile.size, profile: profile, exif: exif, into: &file)
        try body(file.span.bytes)
    }

    /// Imports the pixels into libwebp, which copies them; false without memory.
    private func load(_ tile: TilePixels) throws -> Bool {
        let hasAlpha = layout.channels.hasAlpha
        func importRows(_ base: UnsafeRawPointer, stride: Int) -> Bool {
            let pixels = base.assumingMemoryBound(to: UInt8.self)
            return hasAlpha
                ? WebPPictureImportRGBA(&picture, pixels, Int32(stride)) != 0
                : WebPPictureImportRGB(&picture, pixels, Int32(stride)) != 0
        }
        guard layout.channels.opaque == .gray else { return try tile.withStridedRows(scratch: &color, importRows) }
        let stride = tile.size.width * (hasAlpha ? 4 : 3)
        let base = try color.reserve(stride * tile.size.height)
        for (y, row) in tile.rows.enumerated() {
            expandGray(row, hasAlpha: hasAlpha, count: tile.size.width, into: base + y * stride)
        }
        return importRows(base, stride: stride)
    }

    private func failure(_ reason: String) -> CodecError {
        CodecError(.encoding, file: "tile", "the WebP tile could not be encoded (\(reason)).")
    }
}
