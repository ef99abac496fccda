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
/// Where a ``DecoderProcess`` decodes everything, it reads the samples; it reads no file but the image's, its mask and its
/// metadata.
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
    guard !DecoderProcess.isolatesEverything else {
        return try IsolatedChannelImage(input, options: options, isStoredOnly: false)
    }
    let opening = try ImageOpening(input, options: options, formats: formats)
    return try openStoredChannels(opening) ?? DecodedChannelImage(input, options: options, formats: formats)
}

/// Opens an image whose samples are read where they are stored; nil for those of formats that are decoded from their top.
///
/// - Throws: ``CodecError`` when it cannot be opened.
func openStoredChannels(_ opening: ImageOpening) throws -> (any ChannelImage)? {
    guard !DecoderProcess.isolatesEverything else {
        return try IsolatedChannelImage(opening.input, options: opening.options, isStoredOnly: true)
    }
    for format in opening.formats.formats(of: opening.bytes) {
        guard let image = try format.openChannels?(opening) else { continue }
        try opening.options.limits.check(pixels: image.description.size.area, file: opening.name)
        return image
    }
    return nil
}
