package import VectorDrawing

/// A convex polygon in homogeneous coordinates: (x, y, w) is the point (x/w, y/w).
///
/// It can be clipped before the division by w, while parts of it may still be behind the viewer.
package struct ConvexPolygon {
    /// The corners in order, in either orientation; empty if nothing is left.
    package private(set) var corners: [SIMD3<Double>]

    /// Creates a polygon from its corners.
    package init(_ corners: [SIMD3<Double>]) {
        self.corners = corners
    }

    /// Keeps the part where `distance`, a linear function, is not negative (Sutherland–Hodgman).
    package mutating func clip(_ distance: (SIMD3<Double>) -> Double) {
        guard var last = corners.last else { return }
        var result: [SIMD3<Double>] = []
        for corner in corners {
            let before = distance(last)
            let here = distance(corner)
            if (before < 0) != (here < 0) {
                result.append(last + (corner - last) * (before / (before - here)))
            }
            if here >= 0 {
                result.append(corner)
            }
            last = corner
        }
        corners = result
    }
}

extension [Point] {
    /// Clips a convex polygon, given by its corners in order, with a half-plane.
    ///
    /// - Parameter distance: the signed distance of a point from the clipping line, in any unit.
    /// - Returns: the corners of the part where `distance` is not negative; empty if nothing is left.
    package func clippedPolygon(where distance: (Point) -> Double) -> [Point] {
        var polygon = ConvexPolygon(map { [$0.x, $0.y, 1] })
        polygon.clip { distance(Point(x: $0.x, y: $0.y)) }
        return polygon.corners.map { Point(x: $0.x, y: $0.y) }
    }
}
