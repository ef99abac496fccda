/// A layer as it stands in the space before the viewer, for ordering by depth.
///
/// After the division by w, perspective included, the viewer looks straight along z and planes are still planes.
struct DepthPlane {
    /// Its place among its siblings.
    let order: Int
    private let corners: [SIMD3<Double>]
    /// The ends of the box around these.
    private let low: SIMD3<Double>, high: SIMD3<Double>
    private let center: SIMD3<Double>
    /// The plane: n · p = distance; n points toward the viewer, and is 0 for a layer that is seen from its edge.
    private let normal: SIMD3<Double>
    private let distance: Double

    init(_ bounds: Rect, projectedBy transform: Transform3D, order: Int) {
        self.order = order
        corners = bounds.corners.map { corner in
            let seen = corner.x * transform.rows.0 + corner.y * transform.rows.1 + transform.rows.3
            // What lies behind the viewer is not drawn; its order does not matter.
            let weight = seen.w > 1e-9 ? seen.w : 1e-9
            return SIMD3(seen.x, seen.y, seen.z) / weight
        }
        low = corners.dropFirst().reduce(corners[0], pointwiseMin)
        high = corners.dropFirst().reduce(corners[0], pointwiseMax)
        center = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
        let (u, v) = (corners[2] - corners[0], corners[3] - corners[1])
        var normal = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        let length = (normal * normal).sum().squareRoot()
        normal = length > 0 ? normal / length : .zero
        self.normal = normal.z < 0 ? -normal : normal
        distance = (self.normal * center).sum()
    }

    /// The places of all in the order they are drawn: each after those that lie behind it.
    ///
    /// - Complexity: O(n²), of which most is a comparison of boxes.
    static func sorted(_ planes: [DepthPlane]) -> [Int] {
        // Of planes that may be drawn next, the farthest is.
        let planes = planes.sorted { ($0.center.z, $0.order) < ($1.center.z, $1.order) }
        var nearer = [[Int]](repeating: [], count: planes.count)
        var inDegrees = [Int](repeating: 0, count: planes.count)
        for one in planes.indices {
            for other in planes[..<one].indices where planes[one].overlaps(planes[other]) {
                let (first, second) = planes[one].isBehind(planes[other]) ? (one, other) : (other, one)
                nearer[first].append(second)
                inDegrees[second] += 1
            }
        }
        var isDrawn = [Bool](repeating: false, count: planes.count)
        var result: [Int] = []
        while let next = nextPlane(isDrawn, inDegrees) {
            isDrawn[next] = true
            result.append(planes[next].order)
            for plane in nearer[next] {
                inDegrees[plane] -= 1
            }
        }
        return result
    }

    /// The first that waits for no other; of those that lie behind each other in a ring, as shingles can, the first.
    private static func nextPlane(_ isDrawn: [Bool], _ inDegrees: [Int]) -> Int? {
        isDrawn.indices.first { !isDrawn[$0] && inDegrees[$0] <= 0 } ?? isDrawn.firstIndex(of: false)
    }

    /// Whether it has to be drawn before another one that it overlaps.
    private func isBehind(_ other: DepthPlane) -> Bool {
        let own = other.side(of: corners)
        let others = side(of: other.corners)
        if own == .coplanar || others == .coplanar { return order < other.order }
        if own == .back || others == .front { return true }
        if own == .front || others == .back { return false }
        return (center.z, order) < (other.center.z, other.order)
    }

    private enum Side {
        case front, back, coplanar, spanning
    }

    /// On which side of the plane places lie: before it is the viewer's side.
    private func side(of points: [SIMD3<Double>]) -> Side {
        let tolerance = 1e-6
        var (isInFront, isBehind) = (false, false)
        for point in points {
            let height = (point * normal).sum() - distance
            isInFront = isInFront || height > tolerance
            isBehind = isBehind || height < -tolerance
        }
        return isInFront ? (isBehind ? .spanning : .front) : (isBehind ? .back : .coplanar)
    }

    /// Whether the upright rectangles around them share a place of the screen.
    private func overlaps(_ other: DepthPlane) -> Bool {
        low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }
}
