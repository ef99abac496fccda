public import Georeferencing
package import ImageMetadata
public import ImageSources
package import TilePyramid

extension Orientation {
    /// The mapping from positions in the upright image to positions in the stored one, in pixels from the upper left corner.
    ///
    /// - Parameters:
    ///   - width: the extent of the upright image; less by one where positions are counted from the center of the first pixel.
    ///   - height: the same from top to bottom.
    /// - Returns: the mapping.
    func storedPositions(width: Double, height: Double) -> Geotransform {
        let lastX = reversesColumns ? width : 0
        let lastY = reversesRows ? height : 0
        let stepX = reversesColumns ? -1.0 : 1
        let stepY = reversesRows ? -1.0 : 1
        return transposes
            ? Geotransform(origin: (lastY, lastX), column: (0, stepX), row: (stepY, 0))
            : Geotransform(origin: (lastX, lastY), column: (stepX, 0), row: (0, stepY))
    }
}

extension Geotransform {
    /// Returns the mapping of the upright pixels, from the mapping of the stored ones: every pixel keeps its coordinate.
    ///
    /// - Parameters:
    ///   - orientation: the transformation that made the pixels upright.
    ///   - size: the size of the upright image.
    /// - Returns: the mapping of the upright image's pixels.
    package func oriented(_ orientation: Orientation, upright size: PixelSize) -> Geotransform {
        guard orientation != .upright else { return self }
        let positions = orientation.storedPositions(width: Double(size.width), height: Double(size.height))
        let first = beginning(atX: positions.originX, y: positions.originY)
        func step(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            (x * columnX + y * rowX, x * columnY + y * rowY)
        }
        return Geotransform(
            origin: (first.originX, first.originY), column: step(positions.columnX, positions.columnY),
            row: step(positions.rowX, positions.rowY))
    }
}

extension RasterGeoreference {
    /// Returns the position of the delivered pixels, from the position of the stored pixels.
    ///
    /// Files state the position of the stored pixels, whatever the orientation is.
    ///
    /// - Parameter image: the description of the source, with the orientation that it has applied.
    /// - Returns: the position, in the same coordinate reference system.
    public func delivered(as image: ImageInfo) -> RasterGeoreference {
        RasterGeoreference(
            crs: crs, transform: transform.oriented(image.appliedOrientation, upright: image.size))
    }
}
