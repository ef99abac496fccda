extension Path {
    /// The outline of a stroke, for the nonzero rule: for hit tests, shadows, and fills with something other than a color.
    ///
    /// Lines of length 0 have the caps of the style. The outline has straight lines only.
    ///
    /// - Parameters:
    ///   - style: the width, caps, joins and dashes.
    ///   - tolerance: the maximum error of the outline, in points; the default is 1/64.
    /// - Returns: the outline; empty if the width is 0.
    /// - Complexity: O(points of the outline), at most some thousands for each curve.
    public func stroked(_ style: StrokeStyle, tolerance: Double = 1.0 / 64) -> Path {
        var result = Path()
        for polygon in strokePolygons(style, tolerance: tolerance) {
            result.addPolygon(polygon)
        }
        return result
    }

    /// The outline of a stroke as polygons for the nonzero rule, in the coordinates of the path.
    package func strokePolygons(_ style: StrokeStyle, tolerance: Double) -> [[Point]] {
        let tolerance = tolerance > 0 ? tolerance : 1.0 / 64
        return StrokeOutline(polylines(within: tolerance), style: style, tolerance: tolerance).polygons
    }
}
