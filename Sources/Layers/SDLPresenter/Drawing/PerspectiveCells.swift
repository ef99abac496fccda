internal import LayerTree
internal import VectorDrawing

/// Splits a polygon in perspective into cells small enough to be drawn affinely, as SDL's renderer does.
///
/// The cells are split along whole columns and rows of the frame, so that no gap opens between a large cell and two
/// small neighbors, nor between adjacent quads.
enum PerspectiveCells {
    /// The maximum displacement of any point, in pixels.
    static let tolerance = 0.125
    /// The cell size in pixels below which cells are not split: contents there are too blurred to matter.
    static let smallest = 4.0

    /// Returns the cells that together cover a polygon of the frame, projected to the contents by `inverse`.
    static func cells(
        of polygon: ClippablePolygon<SIMD2<Double>>, source inverse: Projection
    ) -> [ClippablePolygon<MeshVertex>] {
        let x = polygon.range { $0.x }
        let y = polygon.range { $0.y }
        var size = smallest
        while size < max(x.upperBound - x.lowerBound, y.upperBound - y.lowerBound) { size *= 2 }
        var result: [ClippablePolygon<MeshVertex>] = []
        cut(polygon, size: size, inverse, &result)
        return result
    }

    private static func cut(
        _ polygon: ClippablePolygon<SIMD2<Double>>, size: Double, _ inverse: Projection,
        _ result: inout [ClippablePolygon<MeshVertex>]
    ) {
        guard !polygon.isEmpty else { return }
        // Within a triangle no displacement exceeds the largest one on its edges.
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

    /// Splits a polygon along the lines at multiples of `size`.
    private static func parts(
        of polygon: ClippablePolygon<SIMD2<Double>>, _ size: Double, axis: Int
    ) -> [ClippablePolygon<SIMD2<Double>>] {
        let range = polygon.range { $0[axis] }
        let first = ((range.lowerBound / size).rounded(.down) + 1) * size
        return polygon.split(at: stride(from: first, to: range.upperBound, by: size)) { $0[axis] }
    }

    /// Returns the largest displacement between two corners under affine interpolation.
    ///
    /// With the homogeneous weights a and b of the corners, it is the length times |√a − √b| / (√a + √b).
    private static func largestEdgeError(_ polygon: ClippablePolygon<SIMD2<Double>>, _ inverse: Projection) -> Double {
        let roots = polygon.corners.map { abs(inverse.homogeneous(Point(x: $0.x, y: $0.y)).z).squareRoot() }
        var worst = 0.0
        for (index, corner) in polygon.corners.enumerated() {
            for other in 0..<index {
                let delta = corner - polygon.corners[other]
                let length = (delta * delta).sum().squareRoot()
                worst = max(worst, length * abs(roots[index] - roots[other]) / (roots[index] + roots[other]))
            }
        }
        return worst
    }
}
