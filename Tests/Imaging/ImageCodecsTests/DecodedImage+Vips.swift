internal import ImageMetadata
internal import TestSupport

@testable internal import ImageCodecs

extension DecodedImage {
    /// Decodes bytes through libvips, even if there is a faster path, and applies the orientation.
    static func throughVips(_ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }) throws -> DecodedImage
    {
        try throughVips(.bytes(bytes, name: "fixture"), change)
    }

    /// Decodes an image through libvips and applies the orientation.
    static func throughVips(_ input: ImageInput, _ change: (inout DecodeOptions) -> Void = { _ in }) throws
        -> DecodedImage
    {
        var options = DecodeOptions()
        change(&options)
        let source = try VipsImageSource(input: input, options: options)
        guard options.autorotate else { return try DecodedImage(source) }
        return try DecodedImage(OrientedSource(source, orientation: source.orientation, name: input.name))
    }
}
