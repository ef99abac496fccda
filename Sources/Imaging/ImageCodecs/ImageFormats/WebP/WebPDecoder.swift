internal import CWebP
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// Decodes a WebP image while its bytes arrive (`WebPIDecoder`).
///
/// A lossy image takes memory for some rows of blocks, beside the rows that have not been discarded; a lossless one for
/// all pixels.
final class WebPDecoder {
    /// The progress of decoding.
    enum Progress {
        /// More bytes are needed.
        case needsBytes
        /// All rows are decoded.
        case finished
        /// The bytes are not a valid image from here on.
        case damaged
    }

    /// The first byte of the first row.
    var base: UnsafeRawPointer { UnsafeRawPointer(rows.base) }
    /// The bytes of a row.
    let stride: Int
    /// The number of rows that are decoded, from the top.
    private(set) var rowCount = 0

    private let name: String
    private var rows: DiscardableRows
    /// libwebp keeps the address of its options.
    private let configuration: UnsafeMutablePointer<WebPDecoderConfig>
    private let decoder: OpaquePointer

    /// Creates a decoder of an image to RGB, or to RGB with straight alpha.
    ///
    /// - Throws: ``OutOfMemory``, or ``CodecError`` when libwebp has no memory or cannot be used.
    init(_ size: PixelSize, hasAlpha: Bool, usesThread: Bool, name: String) throws {
        self.name = name
        stride = size.width * (hasAlpha ? 4 : 3)
        rows = try DiscardableRows(count: size.height, stride: stride)
        configuration = .allocate(capacity: 1)
        guard WebPInitDecoderConfig(configuration) != 0 else {
            configuration.deallocate()
            throw CodecError(
                .unsupported, file: name,
                "the installed libwebp has an unexpected version. Install the version of the system.")
        }
        configuration.pointee.options.use_threads = usesThread ? 1 : 0
        configuration.pointee.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB
        configuration.pointee.output.is_external_memory = 1
        configuration.pointee.output.u.RGBA.rgba = rows.base.assumingMemoryBound(to: UInt8.self)
        configuration.pointee.output.u.RGBA.stride = Int32(stride)
        configuration.pointee.output.u.RGBA.size = stride * size.height
        guard let decoder = WebPIDecode(nil, 0, configuration) else {
            configuration.deallocate()
            throw CodecError.noMemory(name)
        }
        self.decoder = decoder
    }

    deinit {
        WebPIDelete(decoder)
        configuration.deallocate()
    }

    /// Decodes as many rows as the next bytes of the file allow.
    ///
    /// - Throws: ``CodecError`` when there is not enough memory or something is not supported.
    func append(_ bytes: [UInt8]) throws -> Progress {
        let status = WebPIAppend(decoder, bytes, bytes.count)
        var end: Int32 = 0
        if WebPIDecGetRGB(decoder, &end, nil, nil, nil) != nil { rowCount = max(rowCount, Int(end)) }
        switch status {
        case VP8_STATUS_OK: return .finished
        case VP8_STATUS_SUSPENDED: return .needsBytes
        case VP8_STATUS_OUT_OF_MEMORY: throw CodecError.noMemory(name)
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            throw CodecError(.unsupported, file: name, "this WebP has a feature that libwebp does not support.")
        default: return .damaged
        }
    }

    /// Gives back the memory of the rows above `row`.
    func discard(before row: Int) {
        rows.discard(before: row)
    }
}
