package import Georeferencing
package import ImageMetadata

extension GeoTIFFTags {
    /// Reads the tags of a page of a file.
    ///
    /// - Parameters:
    ///   - input: an image of any format; only its header and directory are read.
    ///   - page: the page, counted from 1. The default is 1.
    /// - Returns: the tags; nil for other formats, and for pages without such tags.
    /// - Throws: ``CodecError`` when the file cannot be opened.
    package static func read(_ input: ImageInput, page: Int = 1) throws -> GeoTIFFTags? {
        let bytes = try ImageBytes(input)
        guard TIFFHeader(bytes.read(at: 0, count: 8)) != nil, page > 0,
            let directory = TIFFDirectory(page: page - 1, read: bytes.read)
        else { return nil }
        return GeoTIFFTags(directory)
    }

    /// Returns the tags with another position of the pixels, in the same coordinate reference system.
    package func placed(by transform: Geotransform) -> GeoTIFFTags {
        var tags = self
        var transform = transform
        // The coordinates are then those of the center of a pixel.
        if pixelIsPoint { transform = transform.beginning(atX: 0.5, y: 0.5) }
        tags.pixelScale = []
        tags.tiepoints = []
        tags.transformation = []
        if transform.isNorthUp {
            tags.pixelScale = [transform.columnX, -transform.rowY, 0]
            tags.tiepoints = [0, 0, 0, transform.originX, transform.originY, 0]
        } else {
            tags.transformation = [
                transform.columnX, transform.rowX, 0, transform.originX,
                transform.columnY, transform.rowY, 0, transform.originY,
                0, 0, 0, 0, 0, 0, 0, 1,
            ]
        }
        return tags
    }
}
