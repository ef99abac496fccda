internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless

extension JPEGImageSource {
    /// Opens a JPEG, or returns nil if its colors need the general path, or its samples are to be mapped to a range.
    static func open(
        _ input: ImageInput, options: DecodeOptions, scale: DecodeScale = .full
    ) throws -> JPEGImageSource? {
        guard options.page == 1, options.range == .auto || options.range == .full else { return nil }
        return try JPEGImageSource(
            input, keepsProfile: options.keepProfile, allowTruncated: options.allowTruncated, scale: scale
        ) { try ICCProfile.isSRGB($0, file: input.name) }
    }
}
