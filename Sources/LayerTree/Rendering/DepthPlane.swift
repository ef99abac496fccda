/// A layer as it stands in the space before the viewer, for ordering by depth.
///
/// After the division by w, perspective included, the viewer looks straight along z and planes are still planes.
struct DepthPlane {
    /// Its place among its siblings.
    let order: Int
    private let corners: [SIMD3<Double>]
    private let center: SIMD3<Double>
    /// The plane: n · p = distance; n points towards the viewer, and is 0 for a layer that is seen from its edge.
    private let normal: SIMD3<Double>
    private let distance: Double

    init(_ bounds: Rect, seenBy transform: Transform3D, order: Int) {
        self.order = order
        corners = bounds.corners.map { corner in
            let seen = corner.x * transform.rows.0 + corner.y * transform.rows.1 + transform.rows.3
            // What lies behind the viewer is not drawn; its order does not matter.
            let weight = seen.w > 1e-9 ? seen.w : 1e-9
            return SIMD3(seen.x, seen.y, seen.z) / weight
        }
        center = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
        let (u, v) = (corners[2] - corners[0], corners[3] - corners[1])
        var normal = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        let length = (normal * normal).sum().squareRoot()
        normal = length > 0 ? normal / length : .zero
        self.normal = normal.z < 0 ? -normal : normal
        distance = (self.normal * center).sum()
    }

    /// The places of all in the order they are drawn: first those that no other one lies behind.
    static func sorted(_ planes: [DepthPlane]) -> [Int] {
        var rest = planes
        var result: [Int] = []
        while !rest.isEmpty {
            let next = rest.indices.first { candidate in
                !rest.indices.contains { $0 != candidate && rest[$0].isBehind(rest[candidate]) }
            }
            // Layers that lie behind each other in a ring, as shingles can: the one with the farthest middle is first.
            let chosen = next ?? rest.indices.min { rest[$0].center.z < rest[$1].center.z } ?? 0
            result.append(rest.remove(at: chosen).order)
        }
        return result
    }

    /// Whether it has to be drawn before another one.
    private func isBehind(_ other: DepthPlane) -> Bool {
        guard overlaps(other) else { return false }
        let own = other.side(of: corners)
        let others = side(of: other.corners)
        if own == .within || others == .within { return order < other.order }
        if own == .behind || others == .before { return true }
        if own == .before || others == .behind { return false }
        return (center.z, order) < (other.center.z, other.order)
    }

    private enum Side {
        case before, behind, within, both
    }

    /// On which side of the plane places lie: before it is the viewer's side.
    private func side(of places: [SIMD3<Double>]) -> Side {
        let tolerance = 1e-6
        let distances = places.map { ($0 * normal).sum() - distance }
        switch (distances.contains { $0 > tolerance }, distances.contains { $0 < -tolerance }) {
        case (true, false): return .before
        case (false, true): return .behind
        case (false, false): return .within
        case (true, true): return .both
        }
    }

    /// Whether the upright rectangles around them share a place of the screen.
    private func overlaps(_ other: DepthPlane) -> Bool {
        func range(_ corners: [SIMD3<Double>]) -> (SIMD3<Double>, SIMD3<Double>) {
            (
                corners.dropFirst().reduce(corners[0], pointwiseMin),
                corners.dropFirst().reduce(corners[0], pointwiseMax)
            )
        }
        let (low, high) = range(corners)
        let (otherLow, otherHigh) = range(other.corners)
        return low.x < otherHigh.x && otherLow.x < high.x && low.y < otherHigh.y && otherLow.y < high.y
    }
}
