internal import ImageMetadata
internal import PixelKernels
internal import TestSupport

@testable internal import ImageCodecs

/// A JPEG 2000 file in memory, opened and decoded.
enum JPEG2000Opening {
    /// Opens bytes with up to 16 bits per sample; without `whole`, an image of one tile is decoded in bands.
    static func source(
        _ bytes: [UInt8], whole: Bool = true, _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> JPEG2000ImageSource {
        var options = DecodeOptions()
        options.depth = .sixteen
        change(&options)
        return try JPEG2000ImageSource(
            .bytes(bytes, name: "test.jp2"), options: options,
            wholeBytes: whole ? JPEG2000DecodePlan.wholeBytes : 0)
    }

    /// The samples of an image.
    static func samples(
        _ bytes: [UInt8], whole: Bool = true, _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> [Int] {
        try DeliveredImage(try source(bytes, whole: whole, change)).samples
    }
}
