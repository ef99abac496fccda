package import ImageMetadata
internal import ImageSources

extension ICCProfile {
    /// Reads the name of an image's embedded profile.
    ///
    /// Only the header of the image is read.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - options: the page, and the limits.
    /// - Returns: the name, which may contain any characters; nil if there is no profile, or if it has no name.
    /// - Throws: ``CodecError`` when the image cannot be opened.
    package static func embeddedName(in input: ImageInput, options: DecodeOptions) throws -> String? {
        try openImage(input, options: options.stored).info.profile.flatMap(ICCProfile.init)?.name
    }
}
