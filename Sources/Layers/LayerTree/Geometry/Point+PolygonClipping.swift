extension [Point] {
    /// What of a convex polygon, whose corners these are in order, lies where `distance` is not negative.
    ///
    /// - Parameter distance: how far a place lies on one side of a straight line, in any unit.
    /// - Returns: the corners of the rest; none when nothing is left.
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
