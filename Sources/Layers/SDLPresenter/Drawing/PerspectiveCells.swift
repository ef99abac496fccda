internal import LayerTree

/// Cuts what is seen in perspective into cells so small that it hardly matters that graphics hardware, as SDL uses it,
/// draws without perspective within each.
///
/// The lines between cells are columns and rows of the frame: whole numbers, so that no gap opens between a large cell
/// and two small ones beside it, and the same for neighboring quads.
enum PerspectiveCells {
    /// How far from its place anything may be drawn, in pixels.
    static let tolerance = 0.125
    /// Cells of so few pixels a side are not cut again: there the contents are a blur in any case.
    static let smallest = 4.0

    /// The cells of a polygon.
    ///
    /// - Parameters:
    ///   - polygon: the polygon in the frame.
    ///   - inverse: from the frame's pixels to those of the contents.
    /// - Returns: the cells, which together are the polygon.
    static func cells(
        of polygon: ClippablePolygon<SIMD2<Double>>, source inverse: Projection
    ) -> [ClippablePolygon<MeshVertex>] {
        guard let first = polygon.corners.first else { return [] }
        var (low, high) = (first, first)
        for corner in polygon.corners {
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner)
        }
        var size = smallest
        while size < (high - low).max() { size *= 2 }
        var result: [ClippablePolygon<MeshVertex>] = []
        cut(polygon, size: size, inverse, &result)
        return result
    }

    private static func cut(
        _ polygon: ClippablePolygon<SIMD2<Double>>, size: Double, _ inverse: Projection,
        _ result: inout [ClippablePolygon<MeshVertex>]
    ) {
        guard !polygon.isEmpty else { return }
        // Within a triangle nothing is further from its place than the worst point of its edges.
        if size < smallest || largestEdgeError(polygon, inverse) <= tolerance {
            result.append(ClippablePolygon(polygon, source: inverse))
            return
        }
        for column in parts(of: polygon, size, axis: 0) {
            for cell in parts(of: column, size, axis: 1) {
                cut(cell, size: size / 2, inverse, &result)
            }
        }
    }

    /// The parts on both sides of the lines that lie a size from each other.
    private static func parts(
        of polygon: ClippablePolygon<SIMD2<Double>>, _ size: Double, axis: Int
    ) -> [ClippablePolygon<SIMD2<Double>>] {
        var (low, high) = (Double.infinity, -Double.infinity)
        for corner in polygon.corners {
            low = min(low, corner[axis])
            high = max(high, corner[axis])
        }
        var parts: [ClippablePolygon<SIMD2<Double>>] = []
        var rest = polygon
        var line = ((low / size).rounded(.down) + 1) * size
        while line < high {
            let split = rest.split { $0[axis] - line }
            parts.append(split.negative)
            rest = split.rest
            line += size
        }
        return parts + [rest]
    }

    /// How far from its place the worst point between two corners is, if that between them is spread evenly.
    ///
    /// With weights a and b of the corners, of which the inverse is the distance from the viewer, the worst error is
    /// the length times |√a − √b| / (√a + √b).
    private static func largestEdgeError(_ polygon: ClippablePolygon<SIMD2<Double>>, _ inverse: Projection) -> Double {
        let roots = polygon.corners.map { abs(inverse.homogeneous(Point(x: $0.x, y: $0.y)).z).squareRoot() }
        var worst = 0.0
        for (index, corner) in polygon.corners.enumerated() {
            for other in 0..<index {
                let way = corner - polygon.corners[other]
                let length = (way * way).sum().squareRoot()
                worst = max(worst, length * abs(roots[index] - roots[other]) / (roots[index] + roots[other]))
            }
        }
        return worst
    }
}
