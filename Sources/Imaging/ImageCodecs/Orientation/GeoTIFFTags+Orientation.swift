internal import Georeferencing
package import ImageMetadata
package import ImageSources
internal import TilePyramid

extension GeoTIFFTags {
    /// Returns the tags of the delivered pixels, from the tags of the stored ones: every pixel keeps its coordinate.
    ///
    /// Control points stay control points; a scale with a tie point becomes a matrix, which can state any direction.
    ///
    /// - Parameter image: the description of the source, with the orientation that it has applied.
    /// - Returns: the tags; unchanged if the source has applied no orientation.
    package func delivered(as image: ImageInfo) -> GeoTIFFTags {
        guard image.appliedOrientation != .upright, hasPlace else { return self }
        // Where a pixel is a point, positions are counted from the center of the first one.
        let margin = pixelIsPoint ? 1.0 : 0
        let positions = image.appliedOrientation.storedPositions(
            width: Double(image.size.width) - margin, height: Double(image.size.height) - margin)
        var tags = self
        if let matrix = scaleMatrix ?? (transformation.count == 16 ? transformation : nil) {
            tags.pixelScale = []
            tags.tiepoints = []
            tags.transformation = Self.product(matrix, positions)
        } else if let upright = positions.inverse {
            for index in stride(from: 0, to: tiepoints.count - 5, by: 6) {
                let position = upright.coordinate(x: tiepoints[index], y: tiepoints[index + 1])
                tags.tiepoints[index] = position.x
                tags.tiepoints[index + 1] = position.y
            }
        }
        return tags
    }

    /// The matrix that says the same as a scale and the first tie point; nil without these.
    private var scaleMatrix: [Double]? {
        guard pixelScale.count >= 2, pixelScale[0] != 0, pixelScale[1] != 0, tiepoints.count >= 6 else { return nil }
        // A negative height is read as a positive one.
        let width = pixelScale[0]
        let height = abs(pixelScale[1])
        let depth = pixelScale.count > 2 ? pixelScale[2] : 0
        return [
            width, 0, 0, tiepoints[3] - tiepoints[0] * width,
            0, -height, 0, tiepoints[4] + tiepoints[1] * height,
            0, 0, depth, tiepoints[5] - tiepoints[2] * depth,
            0, 0, 0, 1,
        ]
    }

    /// A matrix of stored positions as one of upright positions.
    private static func product(_ matrix: [Double], _ positions: Geotransform) -> [Double] {
        var product = matrix
        for row in stride(from: 0, to: 12, by: 4) {
            let column = matrix[row]
            let line = matrix[row + 1]
            product[row] = column * positions.columnX + line * positions.columnY
            product[row + 1] = column * positions.rowX + line * positions.rowY
            product[row + 3] = matrix[row + 3] + column * positions.originX + line * positions.originY
        }
        return product
    }
}
