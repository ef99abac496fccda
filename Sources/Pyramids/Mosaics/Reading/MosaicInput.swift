package import ImageCodecs

/// What is cut as one image.
package enum MosaicInput: Hashable, Sendable {
    /// An image, or a file that lists images.
    case image(ImageInput)
    /// Georeferenced images by their paths; none of them is a list.
    case images([String])

    /// The name in messages.
    package var name: String {
        switch self {
        case .image(let input): input.name
        case .images(let images): MosaicDescription(joining: images).path
        }
    }

    /// Reads the headers of the images; nil if it is one image.
    ///
    /// - Throws: `CodecError` that names the list, or its image, that cannot be used.
    package func mosaic(_ options: DecodeOptions) throws -> Mosaic? {
        switch self {
        case .image(let input): try MosaicFile.mosaic(input, options: options)
        case .images(let images): try Mosaic(MosaicDescription(joining: images), options: options)
        }
    }
}
