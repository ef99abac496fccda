/// The control points of an image: pixels with known coordinates.
package struct ControlPoints: Hashable, Sendable {
    /// A pixel with its coordinate.
    package struct Point: Hashable, Sendable {
        /// The position in the image, in pixels from its upper left corner.
        package var column, row: Double
        /// The coordinate.
        package var x, y: Double

        /// Creates a control point.
        package init(column: Double, row: Double, x: Double, y: Double) {
            self.column = column
            self.row = row
            self.x = x
            self.y = y
        }
    }

    /// The points.
    package var points: [Point]

    /// Creates a list of points.
    package init(_ points: [Point]) {
        self.points = points
    }

    /// The affine mapping with the least squared error in coordinates, and the largest distance of a point from it in pixels.
    ///
    /// The mapping is a polynomial of the first order, the same as in `gdalwarp -order 1`. It is nil for fewer than three
    /// points, for points on one line, and for numbers that are not finite.
    package var affineFit: (transform: Geotransform, largestError: Double)? {
        guard points.count >= 3,
            points.allSatisfy({ $0.column.isFinite && $0.row.isFinite && $0.x.isFinite && $0.y.isFinite })
        else { return nil }
        // Differences from the mean keep the digits of large coordinates.
        let count = Double(points.count)
        func mean(_ value: (Point) -> Double) -> Double { points.reduce(0) { $0 + value($1) } / count }
        let column = mean(\.column)
        let row = mean(\.row)
        let x = mean(\.x)
        let y = mean(\.y)
        func sum(_ product: (Point) -> Double) -> Double { points.reduce(0) { $0 + product($1) } }
        let columns = sum { ($0.column - column) * ($0.column - column) }
        let rows = sum { ($0.row - row) * ($0.row - row) }
        let both = sum { ($0.column - column) * ($0.row - row) }
        let determinant = columns * rows - both * both
        // Relative to the product, so that points almost on a line are recognized at any scale.
        guard determinant > 1e-12 * columns * rows else { return nil }
        func steps(_ value: (Point) -> Double) -> (column: Double, row: Double) {
            let ofColumn = sum { ($0.column - column) * value($0) }
            let ofRow = sum { ($0.row - row) * value($0) }
            return (
                (ofColumn * rows - ofRow * both) / determinant, (ofRow * columns - ofColumn * both) / determinant
            )
        }
        let inX = steps { $0.x - x }
        let inY = steps { $0.y - y }
        let centered = Geotransform(origin: (x, y), column: (inX.column, inY.column), row: (inX.row, inY.row))
        let transform = centered.beginning(atX: -column, y: -row)
        guard let inverse = transform.inverse else { return nil }
        let errors = points.map { point in
            let found = inverse.coordinate(x: point.x, y: point.y)
            let across = found.x - point.column
            let down = found.y - point.row
            return (across * across + down * down).squareRoot()
        }
        return (transform, errors.max() ?? 0)
    }
}
