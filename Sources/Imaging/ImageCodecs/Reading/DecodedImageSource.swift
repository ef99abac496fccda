internal import ImageMetadata
internal import ImageSources

/// An image source that leaves the orientation to its reader.
protocol DecodedImageSource: ImageSource {
    /// The orientation that makes the delivered rows upright.
    var orientation: Orientation { get }
}

extension VipsImageSource: DecodedImageSource {}

/// Opens an image of a format that is decoded in a decoder process where these are used, in this process.
///
/// WebP and JPEG XL are decoded by libwebp and libjxl where their colors need no conversion, HEIF and AVIF in grids by
/// rows of tiles, everything else as a whole by libvips.
///
/// - Throws: ``CodecError``.
func openInThisProcess(
    _ input: ImageInput, options: DecodeOptions, scale: DecodeScale
) throws -> any DecodedImageSource {
    let format = ImageHeader.Format(try ImageBytes(input).read(at: 0, count: ImageHeader.Format.magicBytes))
    if format == .webP, let source = try WebPImageSource.open(input, options: options) { return source }
    if format == nil {
        if let source = try HEIFGridSource.open(input, options: options) { return source }
        if let source = try JPEGXLImageSource.open(input, options: options) { return source }
    }
    return try VipsImageSource(input: input, options: options, scale: scale)
}
