extension [Point] {
    /// Clips a convex polygon, given by its corners in order, with a half-plane (Sutherland–Hodgman).
    ///
    /// - Parameter distance: the signed distance of a point from the clipping line, in any unit.
    /// - Returns: the corners of the part where `distance` is not negative; empty if nothing is left.
    package func clippedPolygon(where distance: (Point) -> Double) -> [Point] {
        guard var last else { return [] }
        var result: [Point] = []
        for corner in self {
            let (before, here) = (distance(last), distance(corner))
            if (before < 0) != (here < 0) {
                let fraction = before / (before - here)
                result.append(
                    Point(x: last.x + (corner.x - last.x) * fraction, y: last.y + (corner.y - last.y) * fraction))
            }
            if here >= 0 {
                result.append(corner)
            }
            last = corner
        }
        return result
    }
}
