internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels

extension JPEGImageSource {
    /// Opens a JPEG, or returns nil if its colors are converted, or its samples are to be mapped to a range.
    static func open(
        _ input: ImageInput, options: DecodeOptions, scale: DecodeScale = .full
    ) throws -> JPEGImageSource? {
        guard let source = try stored(input, options: options, scale: scale) else { return nil }
        return try source.conversion(options) == nil ? source : nil
    }

    /// Opens a JPEG as it is stored, or returns nil if its samples are to be mapped to a range.
    static func stored(
        _ input: ImageInput, options: DecodeOptions, scale: DecodeScale = .full
    ) throws -> JPEGImageSource? {
        guard options.page == 1, options.range == .auto || options.range == .full else { return nil }
        let source = try JPEGImageSource(
            input, keepsProfile: options.keepProfile, allowTruncated: options.allowTruncated, scale: scale)
        if JPEGGainMap.isPresent(in: try ImageBytes(input)) { source.headerWarnings.append(GainMap.warning) }
        return source
    }

    /// The conversion of the stored pixels to the pixels that `options` request; nil if they are the same.
    ///
    /// - Throws: ``CodecError`` when a library that it needs cannot be loaded.
    func conversion(_ options: DecodeOptions) throws -> ColorConversion? {
        if space != .cmyk {
            guard let embeddedProfile, !options.keepProfile else { return nil }
            if space == .rgb, try ICCProfile.isSRGB(embeddedProfile, file: name) { return nil }
        }
        let stored =
            space == .cmyk
            ? ColorConversion.Stored(cmyk: .eight, isInverted: true) : ColorConversion.Stored(info.layout)
        return try ColorConversion(stored, profile: embeddedProfile, options: options, file: name)
    }
}
