internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import COpenJPEG
internal import PixelKernels
internal import TilePyramid

/// Encodes tiles as JPEG 2000 in a JP2 file, with OpenJPEG.
///
/// The quality is a signal-to-noise ratio that OpenJPEG keeps to, see ``decibels(_:)``; 100 is lossless. Tiles with
/// transparent pixels are lossless at any quality, because all components of a lossy tile are lossy, and an alpha that is
/// nearly opaque shows as a veil. Opaque tiles have no alpha.
final class JPEG2000TileEncoder: TileEncoder {
    /// The most resolutions: five halvings, OpenJPEG's default.
    private static let mostResolutions = 6

    private let layout: PixelLayout
    private let encoding: TileEncoding

    /// Creates an encoder for tiles of the given 8-bit layout.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        precondition(layout.depth == .eight, "JPEG 2000 tiles have 8 bits per sample")
        self.encoding = encoding
        self.layout = layout
    }

    /// The signal-to-noise ratio of a quality in dB; nil for lossless.
    ///
    /// JPEG scales its quantization by 50 ÷ q below quality 50 and by 2 − q ÷ 50 above (libjpeg, `jpeg_quality_scaling`).
    /// The ratio follows that scale, so that one number gives about the same appearance: 32 dB at 50, 38 dB at 85.
    static func decibels(_ quality: Int) -> Double? {
        guard quality < 100 else { return nil }
        let quality = Double(max(quality, 1))
        return 32 - 12 * log10(quality < 50 ? 50 / quality : 2 - quality / 50)
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        let hasAlpha = layout.channels.hasAlpha && !isOpaque(tile)
        let channels = hasAlpha ? layout.channels : layout.channels.opaque
        let image = try makeImage(of: tile, channels)
        defer { opj_image_destroy(image) }
        let codestream = try codestream(
            of: image, size: tile.size, channels, decibels: hasAlpha ? nil : Self.decibels(encoding.quality))
        let file = JPEG2000ContainerBuilder.file(
            codestream, size: tile.size, channels: channels.rawValue, hasAlpha: hasAlpha, profile: encoding.profile,
            exif: encoding.exif)
        try body(file.span.bytes)
    }

    private func isOpaque(_ tile: TilePixels) -> Bool {
        let step = layout.channels.rawValue
        return tile.rows.allSatisfy { row in
            (0..<tile.size.width).allSatisfy { row.load(fromByteOffset: step * $0 + step - 1, as: UInt8.self) == 255 }
        }
    }

    /// Copies the samples of a tile to the components of an image, which the caller destroys.
    private func makeImage(
        of tile: TilePixels, _ channels: PixelLayout.Channels
    ) throws -> UnsafeMutablePointer<opj_image_t> {
        var component = opj_image_cmptparm_t()
        component.dx = 1
        component.dy = 1
        component.w = UInt32(tile.size.width)
        component.h = UInt32(tile.size.height)
        component.prec = 8
        var components = [opj_image_cmptparm_t](repeating: component, count: channels.rawValue)
        let space = channels.opaque == .gray ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB
        guard let image = opj_image_create(UInt32(components.count), &components, space) else {
            throw failure("not enough memory")
        }
        image.pointee.x1 = component.w
        image.pointee.y1 = component.h
        let step = layout.channels.rawValue
        for channel in 0..<channels.rawValue {
            guard let samples = image.pointee.comps[channel].data else { continue }
            for (y, row) in tile.rows.enumerated() {
                let source = row.assumingMemoryBound(to: UInt8.self) + channel
                let target = samples + y * tile.size.width
                for x in 0..<tile.size.width {
                    target[x] = Int32(source[x &* step])
                }
            }
        }
        if channels.hasAlpha {
            image.pointee.comps[channels.rawValue - 1].alpha = 1
        }
        return image
    }

    private func codestream(
        of image: UnsafeMutablePointer<opj_image_t>, size: PixelSize, _ channels: PixelLayout.Channels,
        decibels: Double?
    ) throws -> [UInt8] {
        let output = Output()
        let user = Unmanaged.passUnretained(output).toOpaque()
        guard let codec = opj_create_compress(OPJ_CODEC_J2K) else { throw failure("not enough memory") }
        defer { opj_destroy_codec(codec) }
        opj_set_error_handler(
            codec,
            { text, user in
                guard let text, let user else { return }
                let output = Unmanaged<Output>.fromOpaque(user).takeUnretainedValue()
                if output.message.isEmpty { output.message = String(cString: text) }
            }, user)
        guard let stream = opj_stream_create(Output.bufferBytes, 0) else { throw failure("not enough memory") }
        defer { opj_stream_destroy(stream) }
        output.connect(stream, user)
        // A resolution of less than one sample would be empty.
        let halvings = Int.bitWidth - 1 - min(size.width, size.height).leadingZeroBitCount
        let isWritten =
            copenjpeg_setup_tile_encoder(
                codec, image, channels.opaque == .rgb ? 1 : 0, Int32(min(Self.mostResolutions, halvings + 1)),
                Float(decibels ?? 0)) != 0
            && opj_start_compress(codec, image, stream) != 0 && opj_encode(codec, stream) != 0
            && opj_end_compress(codec, stream) != 0
        guard isWritten else { throw failure(output.message.isEmpty ? "OpenJPEG failed" : output.message) }
        return output.bytes
    }

    private func failure(_ reason: String) -> CodecError {
        CodecError(.encoding, file: "tile", "the JPEG 2000 tile could not be encoded (\(reason)).")
    }
}

/// The bytes that OpenJPEG writes; its callbacks hold a pointer to it.
private final class Output {
    /// The size of OpenJPEG's buffer in bytes.
    static let bufferBytes = 1 << 16

    private(set) var bytes: [UInt8] = []
    private var offset = 0
    /// The first error; empty if there is none.
    var message = ""

    func connect(_ stream: UnsafeMutablePointer<opj_stream_t?>, _ user: UnsafeMutableRawPointer) {
        opj_stream_set_user_data(stream, user, nil)
        opj_stream_set_write_function(stream) { buffer, count, user in
            guard let buffer, let user else { return OPJ_SIZE_T.max }
            Output.at(user).write(UnsafeRawBufferPointer(start: buffer, count: count))
            return count
        }
        opj_stream_set_skip_function(stream) { count, user in
            guard let user, count >= 0 else { return -1 }
            Output.at(user).seek(to: Output.at(user).offset + Int(count))
            return count
        }
        opj_stream_set_seek_function(stream) { offset, user in
            guard let user, offset >= 0 else { return 0 }
            Output.at(user).seek(to: Int(offset))
            return 1
        }
    }

    private static func at(_ user: UnsafeMutableRawPointer) -> Output {
        Unmanaged<Output>.fromOpaque(user).takeUnretainedValue()
    }

    private func seek(to offset: Int) {
        self.offset = offset
        if offset > bytes.count {
            bytes += repeatElement(0, count: offset - bytes.count)
        }
    }

    private func write(_ written: UnsafeRawBufferPointer) {
        let replaced = offset..<min(offset + written.count, bytes.count)
        bytes.replaceSubrange(replaced, with: written)
        offset += written.count
    }
}
