internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

extension TIFFImageSource {
    /// Opens a page whose stored pixels this class reads, and converts them from the page's ICC profile or from CMYK.
    ///
    /// - Returns: the source and the orientation that the caller applies; nil when the colors need no conversion, or when
    ///   the page needs the general path.
    /// - Throws: ``CodecError`` when the file is damaged.
    static func openConverted(
        _ input: ImageInput, options: DecodeOptions
    ) throws -> (source: ColorConvertedSource, orientation: Orientation)? {
        // Blank inks would be white, where missing pixels are gray.
        guard let source = try open(input, options: options.stored, acceptsCMYK: !options.allowTruncated) else {
            return nil
        }
        let page = source.blocks.page
        guard page.isCMYK else {
            guard !options.keepProfile, source.info.profile != nil else { return nil }
            return (try ColorConvertedSource(source, options: options, file: input.name), source.orientation)
        }
        guard options.range == .full || (options.range == .auto && page.declaredRange == nil) else { return nil }
        let inks = ColorConversion.Stored(cmyk: source.info.layout.depth, isInverted: false)
        let conversion = try ColorConversion(inks, profile: page.profile, options: options, file: input.name)
        return (ColorConvertedSource(source, conversion, threads: options.threads), source.orientation)
    }
}
