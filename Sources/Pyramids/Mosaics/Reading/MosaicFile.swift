package import ImageCodecs

/// A file that may be a list of images: opens the mosaic or, where it is none, the image.
package enum MosaicFile {
    /// Opens an image, or a mosaic of the images that the file lists.
    ///
    /// - Throws: `CodecError` that names the file, or the image of the list, that cannot be read.
    package static func open(_ input: ImageInput, options: DecodeOptions) throws -> any ImageSource {
        guard let mosaic = try mosaic(input, options: options) else { return try openImage(input, options: options) }
        return MosaicSource(mosaic)
    }

    /// Reads a list, and the headers of its images; nil if the file is none.
    package static func mosaic(_ input: ImageInput, options: DecodeOptions) throws -> Mosaic? {
        guard case .file(let path) = input, let description = try MosaicDescription(at: path) else { return nil }
        return try Mosaic(description, options: options)
    }
}
