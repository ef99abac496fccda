public import ChannelImages
public import ImageMetadata
internal import TilePyramid

/// Opens an image with its stored samples as channels.
///
/// A TIFF is read by its strips and tiles, at full depth, with its channels, sections, times and levels. Images of other formats
/// are decoded once, when samples are first read: gray or RGB of 8 or 16 bits (``DecodeOptions/depth`` is not used). Components
/// of a JPEG 2000 beyond its colors are left out. So are those of TIFFs whose colors are stored in another form: palettes, inks,
/// Lab.
///
/// Where a ``DecoderProcess`` decodes everything, TIFFs are decoded like other formats.
///
/// Only headers are read, and those of further pages. Samples that a TIFF stores are neither converted to sRGB nor mapped to a
/// range.
///
/// - Parameters:
///   - input: a file or bytes in memory.
///   - options: the page, which begins an image of several pages if it is the first one; the orientation; the no-data value; the
///     number of threads; and the treatment of damage.
/// - Returns: the image; nil for vector images, which store no samples.
/// - Throws: `CodecError` that names the file, the fault and the remedy.
public func openChannelImage(
    _ input: ImageInput, options: DecodeOptions = DecodeOptions()
) throws -> (any ChannelImage)? {
    try openChannelImage(input, options: options, formats: .standard)
}

/// Opens an image of one of some formats with its stored samples as channels.
func openChannelImage(
    _ input: ImageInput, options: DecodeOptions, formats: ImageFormats
) throws -> (any ChannelImage)? {
    let opening = try ImageOpening(input, options: options, formats: formats)
    for format in formats.formats(of: opening.bytes) where !DecoderProcess.isolatesEverything {
        if let image = try format.openChannels?(opening) {
            let pixels = image.description.size.area
            try options.limits.check(pixels: pixels, file: input.name)
            return image
        }
    }
    return try DecodedChannelImage(input, options: options, formats: formats)
}
