public import ChannelImages
public import ImageMetadata
internal import TilePyramid

/// Opens an image with its stored samples as channels.
///
/// A TIFF is read by its strips and tiles, at full depth, with its channels, sections, times and levels. Images of other formats
/// are decoded once, when samples are first read: FITS, PGM, PPM and PFM with all bands of any type; JPEG 2000 with all components
/// of up to 16 bits; others, and TIFFs whose colors are stored in another form (palettes, inks, Lab), as gray or RGB of 8 or 16
/// bits (``DecodeOptions/depth`` is not used).
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

/// Opens an image with its stored samples as channels, and its alpha as one of them, with its meaning.
///
/// A mask beside the samples is not a channel.
///
/// - Parameters:
///   - input: a file or bytes in memory.
///   - options: as for ``openChannelImage(_:options:)``.
/// - Returns: the image; nil for vector images, which store no samples.
/// - Throws: `CodecError` that names the file, the fault and the remedy.
package func openChannelImageWithAlpha(
    _ input: ImageInput, options: DecodeOptions = DecodeOptions()
) throws -> (any ChannelImage)? {
    try openChannelImage(input, options: options, formats: .standard, alphaIsChannel: true)
}

/// Opens an image of one of some formats with its stored samples as channels.
func openChannelImage(
    _ input: ImageInput, options: DecodeOptions, formats: ImageFormats, alphaIsChannel: Bool = false
) throws -> (any ChannelImage)? {
    guard !DecoderProcess.isolatesEverything else {
        return try IsolatedChannelImage(input, options: options, isStoredOnly: false, alphaIsChannel: alphaIsChannel)
    }
    var opening = try ImageOpening(input, options: options, formats: formats)
    opening.alphaIsChannel = alphaIsChannel
    if let image = try openStoredChannels(opening) { return image }
    if let format = formats.formats(of: opening.bytes).first, let decoding = format.storedSamples {
        guard !DecoderProcess.isEnabled || !format.traits.isIsolated else {
            return try IsolatedChannelImage(
                input, options: options, isStoredOnly: false, alphaIsChannel: alphaIsChannel)
        }
        if let decoder = try decoding(opening) {
            try opening.checkLimits(decoder.samples.size, container: format.name)
            let nodata = try options.nodataValues(of: input, channels: decoder.samples.samplesPerPixel)
            var samples = decoder.samples
            let mask = try StoredSampleMask(beside: input, &samples, options)
            return DecodedChannelImage(
                decoder, samples, input, options, nodata: nodata, mask: mask, alphaIsChannel: alphaIsChannel)
        }
    }
    return try DecodedChannelImage(input, options: options, formats: formats, alphaIsChannel: alphaIsChannel)
}

/// Opens an image whose samples are read where they are stored; nil for those of formats that are decoded from their top.
///
/// - Throws: ``CodecError`` when it cannot be opened.
func openStoredChannels(_ opening: ImageOpening) throws -> (any ChannelImage)? {
    guard !DecoderProcess.isolatesEverything else {
        return try IsolatedChannelImage(
            opening.input, options: opening.options, isStoredOnly: true, alphaIsChannel: opening.alphaIsChannel)
    }
    for format in opening.formats.formats(of: opening.bytes) {
        guard let image = try format.openChannels?(opening) else { continue }
        try opening.options.limits.check(pixels: image.description.size.area, file: opening.name)
        return image
    }
    return nil
}

extension DecodeOptions {
    /// The values of invalid samples that are asked for, or that the file beside an image states: one for all channels, or one
    /// for each.
    ///
    /// - Throws: ``CodecError`` when a statement cannot be read, unless that loss is allowed.
    fileprivate func nodataValues(of input: ImageInput, channels: Int) throws -> [NodataValue?] {
        if let requested = nodata.requested { return requested.alternatives.first ?? [] }
        guard nodata == .stated, case .file(let path) = input else { return [] }
        do {
            return try StatedNodata(nil, beside: path, channels: channels).values?.alternatives.first ?? []
        } catch let error as UnreadValidity {
            var warnings: [String] = []
            try error.accept(file: input.name, self, &warnings)
            return []
        }
    }
}

extension ChannelImage {
    /// Whether the image is decoded as a whole before a part of it can be read.
    package var isDecodedAsWhole: Bool {
        (self as? IsolatedChannelImage)?.decodesAsWhole ?? (self is DecodedChannelImage)
    }
}
