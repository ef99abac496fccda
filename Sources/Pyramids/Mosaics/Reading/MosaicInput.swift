package import ImageCodecs
package import ImageMetadata
package import ImageSources

/// An input that is cut as one image.
package enum MosaicInput: Hashable, Sendable {
    /// An image; its bytes are never taken for a list.
    case image(ImageInput)
    /// The images that a file lists.
    case list(MosaicList)
    /// Georeferenced images by their paths; none of them is a list.
    case images([String])

    /// A file that the user names: a list if its name says so, else an image.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - allowedFolders: the folders in which images of the list may lie, besides its own.
    /// - Returns: the list or the image; neither has been opened, but for the first bytes of a file in JSON.
    package static func named(_ path: String, allowedFolders: [String] = []) -> MosaicInput {
        MosaicList.isNamed(path)
            ? .list(MosaicList(path, allowedFolders: allowedFolders)) : .image(.file(path))
    }

    /// The name in messages.
    package var name: String {
        switch self {
        case .image(let input): input.name
        case .list(let list): list.path
        case .images(let images): MosaicDescription(joining: images).path
        }
    }

    /// The list of the images; nil if it is one image.
    ///
    /// - Throws: `CodecError` that names the list, when it cannot be read or used.
    package func description() throws -> MosaicDescription? {
        switch self {
        case .image: nil
        case .list(let list): try MosaicDescription(list)
        case .images(let images): MosaicDescription(joining: images)
        }
    }

    /// Reads the headers of the images; nil if it is one image.
    ///
    /// - Throws: `CodecError` that names the list, or its image, that cannot be used.
    package func mosaic(_ options: DecodeOptions) throws -> Mosaic? {
        try description().map { try Mosaic($0, options: options) }
    }

    /// Opens the image, or the mosaic of the images.
    ///
    /// - Throws: `CodecError` that names the file, or the image of the list, that cannot be read.
    package func open(_ options: DecodeOptions) throws -> any ImageSource {
        switch self {
        case .image(let input): return try openImage(input, options: options)
        case .list(let list): return MosaicSource(try Mosaic(MosaicDescription(list), options: options))
        case .images(let images):
            return MosaicSource(try Mosaic(MosaicDescription(joining: images), options: options))
        }
    }
}
