public import VectorDrawing

extension Transform3D {
    /// The inverse transform; nil if the matrix is singular.
    ///
    /// It is computed by Gauss–Jordan elimination with partial pivoting, which keeps rounding errors small.
    public var inverse: Transform3D? {
        var left = [rows.0, rows.1, rows.2, rows.3]
        var right = [Self.identity.rows.0, Self.identity.rows.1, Self.identity.rows.2, Self.identity.rows.3]
        for column in 0..<4 {
            guard let pivot = (column..<4).max(by: { abs(left[$0][column]) < abs(left[$1][column]) }),
                left[pivot][column] != 0
            else { return nil }
            left.swapAt(column, pivot)
            right.swapAt(column, pivot)
            let factor = left[column][column]
            left[column] /= factor
            right[column] /= factor
            for row in 0..<4 where row != column {
                let factor = left[row][column]
                left[row] -= factor * left[column]
                right[row] -= factor * right[column]
            }
        }
        return Transform3D(rows: (right[0], right[1], right[2], right[3]))
    }

    /// Returns the point of the plane z = 0 that appears at `point` of the screen: the inverse of ``project(_:)``.
    ///
    /// - Returns: nil if the plane is seen edge-on or is behind the viewer there.
    public func unproject(_ point: Point) -> Point? {
        // Only the elements that map the plane z = 0 to the screen's x, y and w matter: a 3×3 matrix.
        let u = columns(of: rows.0)
        let v = columns(of: rows.1)
        let w = columns(of: rows.3)
        let determinant = u.determinant(v, w)
        guard determinant != 0 else { return nil }
        let screen = SIMD3(point.x, point.y, 1)
        // Cramer's rule: the screen point as a combination of the three rows.
        let x = screen.determinant(v, w) / determinant
        let y = u.determinant(screen, w) / determinant
        let scale = u.determinant(v, screen) / determinant
        guard scale > 0 else { return nil }
        return Point(x: x / scale, y: y / scale)
    }

    private func columns(of row: SIMD4<Double>) -> SIMD3<Double> { [row.x, row.y, row.w] }
}
