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
    /// Whether a corner is behind the viewer, so that the corners say little about the visible part.
    private let reachesViewer: Bool

    /// A pair of planes that overlap on the screen, and may cut each other.
    struct Crossing {
        /// The index of one of both among the siblings.
        let first: Int
        /// The index of the other one.
        let second: Int
    }

    init(_ bounds: Rect, projectedBy transform: Transform3D, order: Int) {
        self.order = order
        var reachesViewer = false
        corners = bounds.corners.map { corner in
            let seen = corner.x * transform.rows.0 + corner.y * transform.rows.1 + transform.rows.3
            if seen.w <= 1e-9 { reachesViewer = true }
            // Corners behind the viewer are not drawn, so their order does not matter.
            let weight = seen.w > 1e-9 ? seen.w : 1e-9
            return SIMD3(seen.x, seen.y, seen.z) / weight
        }
        self.reachesViewer = reachesViewer
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
    /// The pairs of planes that may cut each other are collected in `crossings`, unless it is nil.
    ///
    /// - Complexity: O(n²), mostly comparisons of bounding boxes.
    static func sorted(_ planes: [DepthPlane], crossings: inout [Crossing]?) -> [Int] {
        // Among the planes that may be drawn next, the farthest one comes first.
        let planes = planes.sorted { ($0.center.z, $0.order) < ($1.center.z, $1.order) }
        var nearer = [[Int]](repeating: [], count: planes.count)
        var inDegrees = [Int](repeating: 0, count: planes.count)
        for one in planes.indices {
            for other in planes[..<one].indices where planes[one].overlaps(planes[other]) {
                let relation = planes[one].relation(to: planes[other])
                let (first, second) = relation.isBehind ? (one, other) : (other, one)
                nearer[first].append(second)
                inDegrees[second] += 1
                if relation.isCrossing {
                    crossings?.append(Crossing(first: planes[first].order, second: planes[second].order))
                }
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

    /// Whether the plane must be drawn before another one that it overlaps, and whether both may cut each other.
    private func relation(to other: DepthPlane) -> (isBehind: Bool, isCrossing: Bool) {
        let own = other.side(of: corners)
        let others = side(of: other.corners)
        let isUncertain = reachesViewer || other.reachesViewer
        if own == .coplanar || others == .coplanar { return (order < other.order, isUncertain) }
        if own == .back || others == .front { return (true, isUncertain) }
        if own == .front || others == .back { return (false, isUncertain) }
        return ((center.z, order) < (other.center.z, other.order), true)
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
