internal import ImageMetadata
internal import ImageSources
internal import CWebP
internal import PixelKernels
internal import TilePyramid

/// Decodes lossy and lossless WebP tiles with libwebp.
///
/// libwebp can premultiply, but rounds down (`MODE_bgrA`, libwebp 1.2). It is asked for straight alpha instead, and
/// ``PremultipliedPixels`` multiplies faster.
final class WebPTileDecoder: TileFormatDecoder {
    private let profiles: SRGBProfileCache
    private var input: TileInput?
    private var size = PixelSize(width: 0, height: 0)
    private var hasAlpha = false

    init(profiles: SRGBProfileCache) {
        self.profiles = profiles
    }

    func open(_ input: TileInput) throws -> TileHeader? {
        var features = WebPBitstreamFeatures()
        try check(WebPGetFeatures(input.bytes.bytePointer, input.bytes.count, &features), input.name)
        guard features.has_animation == 0 else { return nil }
        if let profile = WebPContainer.profile(in: input.bytes), try !profiles.isSRGB(profile, name: input.name) {
            return nil
        }
        self.input = input
        size = PixelSize(width: Int(features.width), height: Int(features.height))
        hasAlpha = features.has_alpha != 0
        return TileHeader(size: size, isOpaque: !hasAlpha)
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool {
        guard let input else { preconditionFailure("a tile must be open") }
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else {
            throw CodecError(
                .unsupported, file: input.name,
                "the installed libwebp has an unexpected version. Install the version of the system.")
        }
        let stride = size.width * MemoryLayout<UInt32>.stride
        config.output.colorspace = MODE_BGRA
        config.output.is_external_memory = 1
        config.output.u.RGBA.rgba = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
        config.output.u.RGBA.stride = Int32(stride)
        config.output.u.RGBA.size = stride * size.height
        try check(WebPDecode(input.bytes.bytePointer, input.bytes.count, &config), input.name)
        guard hasAlpha else {
            // The header of a lossless file only hints that it is opaque; its pixels may have alpha.
            PremultipliedPixels.makeOpaque(pixels, count: size.area)
            return true
        }
        return PremultipliedPixels.premultiply(pixels, count: size.area)
    }

    func close() {
        input = nil
    }

    private func check(_ status: VP8StatusCode, _ name: String) throws {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw CodecError.truncatedTile(name)
        case VP8_STATUS_OUT_OF_MEMORY: throw CodecError.noMemoryForTile(name)
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            throw CodecError(.unsupported, file: name, "this WebP has a feature that libwebp does not support.")
        default: throw CodecError.damagedTile(name)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The address of the first byte, for C functions.
    fileprivate var bytePointer: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
