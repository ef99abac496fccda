/// A convex polygon of a plane in homogeneous coordinates: (x, y, w) is the place (x/w, y/w).
///
/// There every line is a plane through the origin, so a polygon can be cut before it is known what of it lies behind
/// the viewer.
struct HomogeneousPolygon {
    /// In order, either way round; none when nothing is left.
    private(set) var corners: [SIMD3<Double>]

    /// A polygon from its corners.
    init(_ corners: [SIMD3<Double>]) {
        self.corners = corners
    }

    /// Keeps what lies where `distance`, which is linear, is not negative.
    mutating func clip(_ distance: (SIMD3<Double>) -> Double) {
        guard var last = corners.last else { return }
        var result: [SIMD3<Double>] = []
        for corner in corners {
            let (before, here) = (distance(last), distance(corner))
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
