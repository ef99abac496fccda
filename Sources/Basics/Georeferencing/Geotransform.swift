/// The affine mapping from pixels of an image to coordinates of its coordinate reference system.
///
/// GDAL calls these six numbers a geotransform. Pixels are counted from the upper left corner of the image, x to the right and
/// y downward: the center of the first pixel is at (0.5, 0.5).
public struct Geotransform: Hashable, Sendable {
    /// The coordinate of the upper left corner.
    public var originX, originY: Double
    /// The step from one column to the next.
    public var columnX, columnY: Double
    /// The step from one row to the next; ``rowY`` is negative where north is up.
    public var rowX, rowY: Double

    /// Creates a mapping from the corner and the steps.
    public init(
        origin: (x: Double, y: Double), column: (x: Double, y: Double), row: (x: Double, y: Double)
    ) {
        (originX, originY) = origin
        (columnX, columnY) = column
        (rowX, rowY) = row
    }

    /// Returns the coordinate at a pixel.
    public func coordinate(x: Double, y: Double) -> (x: Double, y: Double) {
        (originX + x * columnX + y * rowX, originY + x * columnY + y * rowY)
    }

    /// True when columns lead east and rows lead south, without rotation.
    public var isNorthUp: Bool { columnY == 0 && rowX == 0 && columnX > 0 && rowY < 0 }

    /// The mapping from coordinates to pixels; nil if all pixels lie on one line, or if a number is not finite.
    public var inverse: Geotransform? {
        let determinant = columnX * rowY - columnY * rowX
        guard determinant != 0, determinant.isFinite else { return nil }
        let a = rowY / determinant
        let b = -rowX / determinant
        let c = -columnY / determinant
        let d = columnX / determinant
        let inverse = Geotransform(
            origin: (-(a * originX + b * originY), -(c * originX + d * originY)), column: (a, c), row: (b, d))
        let numbers = [inverse.originX, inverse.originY, a, b, c, d]
        return numbers.allSatisfy(\.isFinite) ? inverse : nil
    }

    /// Returns the mapping of pixels that are larger by two factors, from the same corner on, as those of a coarser level are.
    package func scaled(x: Double, y: Double) -> Geotransform {
        Geotransform(
            origin: (originX, originY), column: (columnX * x, columnY * x), row: (rowX * y, rowY * y))
    }

    /// Returns the mapping of the part of the image that begins at a pixel.
    public func beginning(atX x: Double, y: Double) -> Geotransform {
        var moved = self
        (moved.originX, moved.originY) = coordinate(x: x, y: y)
        return moved
    }
}
