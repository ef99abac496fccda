internal import VectorDrawing

/// The plane of a layer in the viewer's space, for depth ordering.
///
/// After the division by w the viewer looks along z, and planes stay planes, even with perspective.
struct DepthPlane {
    /// The index among its siblings.
    let order: Int
    private let corners: [SIMD3<Double>]
    /// The corners of the bounding box.
    private let low: SIMD3<Double>, high: SIMD3<Double>
    private let center: SIMD3<Double>
    /// The plane n · p = distance; n points toward the viewer and is 0 for a layer seen edge-on.
    private let normal: SIMD3<Double>
    private let distance: Double

    init(_ bounds: Rect, projectedBy transform: Transform3D, order: Int) {
        self.order = order
        corners = bounds.corners.map { corner in
            let seen = corner.x * transform.rows.0 + corner.y * transform.rows.1 + transform.rows.3
            // Corners behind the viewer are not drawn, so their order does not matter.
            let weight = seen.w > 1e-9 ? seen.w : 1e-9
            return SIMD3(seen.x, seen.y, seen.z) / weight
        }
        low = corners.dropFirst().reduce(corners[0], pointwiseMin)
        high = corners.dropFirst().reduce(corners[0], pointwiseMax)
        center = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
        let u = corners[2] - corners[0]
        let v = corners[3] - corners[1]
        var normal = u.cross(v)
        let length = (normal * normal).sum().squareRoot()
        normal = length > 0 ? normal / length : .zero
        self.normal = normal.z < 0 ? -normal : normal
        distance = (self.normal * center).sum()
    }

    /// Returns the indices in drawing order: each plane follows the planes behind it.
    ///
    /// - Complexity: O(n²), mostly comparisons of bounding boxes.
    static func sorted(_ planes: [DepthPlane]) -> [Int] {
        // Among the planes that may be drawn next, the farthest one comes first.
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

    /// Returns the first plane without a predecessor; in a cycle, such as overlapping shingles, the first remaining plane.
    private static func nextPlane(_ isDrawn: [Bool], _ inDegrees: [Int]) -> Int? {
        isDrawn.indices.first { !isDrawn[$0] && inDegrees[$0] <= 0 } ?? isDrawn.firstIndex(of: false)
    }

    /// Whether the plane must be drawn before another one that it overlaps.
    private func isBehind(_ other: DepthPlane) -> Bool {
        let own = other.side(of: corners)
        let others = side(of: other.corners)
        if own == .coplanar || others == .coplanar { return order < other.order }
        if own == .back || others == .front { return true }
        if own == .front || others == .back { return false }
        return (center.z, order) < (other.center.z, other.order)
    }

    /// A position relative to a plane, as in BSP trees.
    private enum Side {
        case front, back, coplanar, spanning
    }

    /// Returns the side of the points; the front is the viewer's side.
    private func side(of points: [SIMD3<Double>]) -> Side {
        let tolerance = 1e-6
        var isInFront = false
        var isBehind = false
        for point in points {
            let height = (point * normal).sum() - distance
            isInFront = isInFront || height > tolerance
            isBehind = isBehind || height < -tolerance
        }
        return isInFront ? (isBehind ? .spanning : .front) : (isBehind ? .back : .coplanar)
    }

    /// Whether the bounding boxes overlap on the screen.
    private func overlaps(_ other: DepthPlane) -> Bool {
        low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }
}
