public import LayerTree

/// A convex part of an image, in full-size pixels: what is seen of it, or will be.
public struct ImageRegion: Hashable, Sendable {
    /// Its corners in order; at least three.
    public let corners: [Point]
    /// The smallest upright rectangle around it.
    public let bounds: Rect
    /// Lines along its sides, as (a, b, c) with a·x + b·y + c > 0 on the inner side; none where ``bounds`` says it all.
    private let sides: [SIMD3<Double>]

    /// The region with these corners, in order and either way round; nil when it has no area.
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
                let (a, b) = (corner.y - next.y, next.x - corner.x)
                let line = SIMD3(a, b, -(a * corner.x + b * corner.y))
                return area > 0 ? line : -line
            }
    }

    /// An upright rectangle; nil when it is empty.
    init?(_ rect: Rect) {
        self.init(corners: rect.corners)
    }

    /// Whether it shares more than a line with a rectangle.
    ///
    /// Two convex shapes are apart exactly when a line along a side of one of them has the other one outside.
    public func intersects(_ rect: Rect) -> Bool {
        guard rect.minX < bounds.maxX, rect.maxX > bounds.minX, rect.minY < bounds.maxY, rect.maxY > bounds.minY
        else { return false }
        return sides.allSatisfy { side in
            side.x * (side.x > 0 ? rect.maxX : rect.minX) + side.y * (side.y > 0 ? rect.maxY : rect.minY) + side.z > 0
        }
    }

    /// The middle of its corners, which lies within.
    public var middle: Point {
        let sum = corners.reduce(Point.zero, +)
        return Point(x: sum.x / Double(corners.count), y: sum.y / Double(corners.count))
    }
}

extension ImageRegion {
    /// The same shape, `offset` away.
    func moved(by offset: Point) -> ImageRegion {
        ImageRegion(corners: corners.map { $0 + offset }) ?? self
    }

    /// The smallest region around this and another one: all that is passed over on the way from one to the other.
    func joined(with other: ImageRegion) -> ImageRegion {
        ImageRegion(corners: Self.hull(of: corners + other.corners)) ?? self
    }

    /// The same shape, larger or smaller by `factor` as seen from `center`.
    func scaled(by factor: Double, about center: Point) -> ImageRegion {
        let scaled = corners.map { corner in
            Point(x: center.x + (corner.x - center.x) * factor, y: center.y + (corner.y - center.y) * factor)
        }
        return ImageRegion(corners: scaled) ?? self
    }

    /// The part of an image that is seen through a rectangle of the screen; nil when there is none.
    ///
    /// On which side of a line of the screen a place of the image is seen is decided by a linear function of the place,
    /// with perspective too. So the image's rectangle is cut along four lines, and along the horizon.
    init?(of image: Rect, through screen: Rect, by projection: Projection) {
        // Nearer to the horizon than this, places are too far away to be told apart.
        let horizon = 1e-9
        let limits: [(weights: SIMD3<Double>, least: Double)] = [
            ([0, 0, 1], horizon), ([1, 0, -screen.minX], 0), ([-1, 0, screen.maxX], 0), ([0, 1, -screen.minY], 0),
            ([0, -1, screen.maxY], 0),
        ]
        let corners = limits.reduce(image.corners) { corners, limit in
            corners.clippedPolygon { (projection.homogeneous($0) * limit.weights).sum() - limit.least }
        }
        if projection.isAxisAligned {
            self.init(Rect(enclosing: corners))
        } else {
            self.init(corners: corners)
        }
    }

    /// The corners of the smallest convex polygon around some points, by Andrew's monotone chain.
    private static func hull(of points: [Point]) -> [Point] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: some Sequence<Point>) -> [Point] {
            var chain: [Point] = []
            for point in points {
                while chain.count >= 2 {
                    let (a, b) = (chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1])
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
