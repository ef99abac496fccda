internal import LayerTree
public import VectorDrawing

/// A convex region of an image in full-size pixels, such as its visible part.
public struct ImageRegion: Hashable, Sendable {
    /// The corners in order; at least three.
    public let corners: [Point]
    /// The smallest axis-aligned rectangle that contains the region.
    public let bounds: Rect
    /// The lines along the sides as (a, b, c), with a·x + b·y + c > 0 inside; empty if the region is equal to
    /// ``bounds``.
    private let sides: [SIMD3<Double>]

    /// Creates the region with these corners, clockwise or counterclockwise; nil if its area is zero.
    init?(corners: [Point]) {
        guard corners.count >= 3 else { return nil }
        let bounds = Rect(enclosing: corners)
        guard !bounds.isEmpty else { return nil }
        let nexts = corners.dropFirst() + [corners[0]]
        let area = zip(corners, nexts).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
        guard area != 0 else { return nil }
        self.corners = corners
        self.bounds = bounds
        let isAxisAligned = zip(corners, nexts).allSatisfy { $0.x == $1.x || $0.y == $1.y }
        sides =
            isAxisAligned
            ? []
            : zip(corners, nexts).map { corner, next in
                let a = corner.y - next.y
                let b = next.x - corner.x
                let line = SIMD3(a, b, -(a * corner.x + b * corner.y))
                return area > 0 ? line : -line
            }
    }

    /// Whether the region and a rectangle share more than a line.
    ///
    /// It applies the separating axis theorem: two convex shapes are disjoint exactly if a side of one of them separates them.
    public func intersects(_ rect: Rect) -> Bool {
        guard rect.minX < bounds.maxX, rect.maxX > bounds.minX, rect.minY < bounds.maxY, rect.maxY > bounds.minY
        else { return false }
        return sides.allSatisfy { side in
            side.x * (side.x > 0 ? rect.maxX : rect.minX) + side.y * (side.y > 0 ? rect.maxY : rect.minY) + side.z > 0
        }
    }

    /// The mean of the corners, which lies inside the region.
    public var middle: Point {
        let sum = corners.reduce(Point.zero, +)
        return Point(x: sum.x / Double(corners.count), y: sum.y / Double(corners.count))
    }

    /// Returns the region moved by `offset`.
    func moved(by offset: Point) -> ImageRegion {
        ImageRegion(corners: corners.map { $0 + offset }) ?? self
    }

    /// Returns the convex hull of this region and another one: everything in view on the way from one to the other.
    func joined(with other: ImageRegion) -> ImageRegion {
        ImageRegion(corners: Self.hull(of: corners + other.corners)) ?? self
    }

    /// Returns the region scaled by `factor` about `center`.
    func scaled(by factor: Double, about center: Point) -> ImageRegion {
        func scaled(_ point: Point) -> Point {
            Point(x: center.x + (point.x - center.x) * factor, y: center.y + (point.y - center.y) * factor)
        }
        return ImageRegion(corners: corners.map(scaled)) ?? self
    }

    /// Creates the part of an image that is visible through a rectangle of the screen; nil if there is none.
    ///
    /// The side of a screen line on which a point of the image appears is the sign of a function linear in the point,
    /// even in perspective. So the image's rectangle is clipped along the four edges of the screen, and along the
    /// horizon.
    init?(of image: Rect, through screen: Rect, by projection: Projection) {
        // Closer to the horizon than this, points are too far away to be distinguished.
        let horizon = 1e-9
        let limits: [(weights: SIMD3<Double>, least: Double)] = [
            ([0, 0, 1], horizon), ([1, 0, -screen.minX], 0), ([-1, 0, screen.maxX], 0), ([0, 1, -screen.minY], 0),
            ([0, -1, screen.maxY], 0),
        ]
        let corners = limits.reduce(image.corners) { corners, limit in
            corners.clippedPolygon { (projection.homogeneous($0) * limit.weights).sum() - limit.least }
        }
        self.init(corners: projection.isAxisAligned ? Rect(enclosing: corners).corners : corners)
    }

    /// The convex hull of some points, by Andrew's monotone chain algorithm.
    private static func hull(of points: [Point]) -> [Point] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: some Sequence<Point>) -> [Point] {
            var chain: [Point] = []
            for point in points {
                while chain.count >= 2 {
                    let a = chain[chain.count - 1] - chain[chain.count - 2]
                    let b = point - chain[chain.count - 1]
                    guard a.x * b.y - a.y * b.x <= 0 else { break }
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain.dropLast()
        }
        return half(sorted) + half(sorted.reversed())
    }
}
