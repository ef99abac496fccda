internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

extension TIFFImageSource {
    /// Opens a page whose stored pixels this class reads, and converts them from the page's ICC profile.
    ///
    /// - Returns: the source and the orientation that the caller applies; nil when the profile is kept, when there is
    ///   none, or when the page needs the general path.
    /// - Throws: ``CodecError`` when the file is damaged.
    static func openConverted(
        _ input: ImageInput, options: DecodeOptions
    ) throws -> (source: ColorConvertedSource, orientation: Orientation)? {
        guard !options.keepProfile else { return nil }
        guard let source = try open(input, options: options.stored), source.info.profile != nil else { return nil }
        return (try ColorConvertedSource(source, options: options, file: input.name), source.orientation)
    }
}
