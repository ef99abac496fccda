public import TilePyramid
public import VectorDrawing

/// A convex polygon in the pixels of a frame, with corners on a grid of 1/256 pixel.
///
/// A common corner of adjacent quads snaps to the same grid point even if it is computed in different ways, so shared edges are
/// exactly equal. A pixel is covered if its center is inside; a center on an edge belongs to the polygon right of or below the
/// edge. So adjacent polygons leave no gap and cover no pixel twice.
public struct PixelPolygon: Hashable, Sendable {
    /// The number of grid points for each pixel, along each axis.
    public static let subpixels = 256

    /// The corners in order, in either orientation, in 1/256 pixel; within ±2²⁸.
    public let corners: [SIMD2<Int32>]

    /// Whether the polygon is an axis-aligned rectangle, including one rotated by 90°.
    public let isAxisAligned: Bool

    /// Whether the polygon is one of the two halves of the visible area on both sides of a line along which a layer is divided.
    ///
    /// Contents are clipped to it at last, so that both halves are made of the same pieces.
    package let isHalf: Bool

    /// Projects a rectangle; nil if it is behind the viewer or edge-on, or covers no pixel center.
    ///
    /// The part behind the viewer, or farther than 2²⁰ pixels from the origin, is clipped.
    public init?(_ rect: Rect, projectedBy projection: Projection) {
        guard !rect.isEmpty else { return nil }
        let upperLeft = projection.homogeneous(Point(x: rect.minX, y: rect.minY))
        let upperRight = projection.homogeneous(Point(x: rect.maxX, y: rect.minY))
        let lowerRight = projection.homogeneous(Point(x: rect.maxX, y: rect.maxY))
        let lowerLeft = projection.homogeneous(Point(x: rect.minX, y: rect.maxY))
        guard Self.isNear(upperLeft), Self.isNear(upperRight), Self.isNear(lowerRight), Self.isNear(lowerLeft) else {
            self.init([upperLeft, upperRight, lowerRight, lowerLeft])
            return
        }
        // Most polygons are such rectangles: their only memory is that of the corners.
        self.init(
            corners: [
                Self.gridPoint(upperLeft), Self.gridPoint(upperRight), Self.gridPoint(lowerRight),
                Self.gridPoint(lowerLeft),
            ], isHalf: false)
    }

    /// Projects a convex polygon, given by its corners in order; nil as for a rectangle.
    public init?(convex points: [Point], projectedBy projection: Projection) {
        self.init(points.map(projection.homogeneous))
    }

    /// The polygon, transformed again; nil if nothing is visible.
    func transformed(by projection: Projection) -> PixelPolygon? {
        let scale = Double(Self.subpixels)
        return PixelPolygon(
            corners.map { projection.homogeneous(Point(x: Double($0.x) / scale, y: Double($0.y) / scale)) })
    }

    private init?(_ projected: [SIMD3<Double>]) {
        guard projected.allSatisfy({ ($0.x + $0.y + $0.z).isFinite }) else { return nil }
        var seen = ConvexPolygon(projected)
        if !seen.corners.allSatisfy(Self.isNear) {
            let limit = Self.reach
            seen.clip { $0.z - Self.nearPlane }
            seen.clip { limit * $0.z - $0.x }
            seen.clip { limit * $0.z + $0.x }
            seen.clip { limit * $0.z - $0.y }
            seen.clip { limit * $0.z + $0.y }
        }
        self.init(corners: seen.corners.map(Self.gridPoint), isHalf: false)
    }

    /// Creates a polygon; nil if it covers no pixel center.
    private init?(corners: [SIMD2<Int32>], isHalf: Bool) {
        guard corners.count >= 3 else { return nil }
        self.init(corners: corners, isAxisAligned: Self.isAxisAligned(corners), isHalf: isHalf)
        guard !pixelBounds.isEmpty else { return nil }
    }

    /// The distance from the origin up to which polygons are kept, in pixels.
    private static let reach = Double(1 << 20)

    /// Whether a projected point lies before the viewer and within reach; false for a point that is not finite.
    private static func isNear(_ point: SIMD3<Double>) -> Bool {
        point.z > nearPlane && point.z.isFinite && abs(point.x) < reach * point.z && abs(point.y) < reach * point.z
    }

    /// Returns the nearest grid point to a point within reach.
    private static func gridPoint(_ point: SIMD3<Double>) -> SIMD2<Int32> {
        let scale = Double(subpixels)
        return SIMD2(
            Int32((point.x / point.z * scale).rounded()), Int32((point.y / point.z * scale).rounded()))
    }

    private init(corners: [SIMD2<Int32>], isAxisAligned: Bool, isHalf: Bool) {
        self.corners = corners
        self.isAxisAligned = isAxisAligned
        self.isHalf = isHalf
    }

    /// Creates one of two halves of the visible area; nil if it covers no pixel center.
    init?(half points: [SIMD2<Double>]) {
        guard points.allSatisfy({ abs($0.x) <= Self.reach && abs($0.y) <= Self.reach }) else { return nil }
        self.init(corners: points.map { Self.gridPoint(SIMD3($0, 1)) }, isHalf: true)
    }

    /// The polygon, moved by whole pixels.
    func moved(columns: Int, rows: Int) -> PixelPolygon {
        let scale = Int32(Self.subpixels)
        let step = SIMD2(Int32(truncatingIfNeeded: columns) &* scale, Int32(truncatingIfNeeded: rows) &* scale)
        return PixelPolygon(corners: corners.map { $0 &+ step }, isAxisAligned: isAxisAligned, isHalf: isHalf)
    }

    /// Whether the corners form an axis-aligned rectangle: horizontal and vertical edges alternate.
    private static func isAxisAligned(_ corners: [SIMD2<Int32>]) -> Bool {
        guard corners.count == 4 else { return false }
        let a = corners[0]
        let b = corners[1]
        let c = corners[2]
        let d = corners[3]
        return a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
            || a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    }

    /// The near clipping plane, as a fraction of the viewer's distance.
    package static let nearPlane = 1e-4

    /// The smallest rectangle of pixels that contains all covered pixels; for an axis-aligned polygon, exactly the covered
    /// pixels.
    public var pixelBounds: PixelRect {
        var low = corners[0]
        var high = corners[0]
        for corner in corners.dropFirst() {
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner)
        }
        // The first center, at 128 of 256, that is not before the edge, for both ends.
        let first = (low &+ 127) &>> 8
        let end = (high &+ 127) &>> 8
        return PixelRect(x: Int(first.x), y: Int(first.y), width: Int(end.x - first.x), height: Int(end.y - first.y))
    }

    /// Whether the polygon covers a rectangle of pixels entirely.
    func contains(_ pixels: PixelRect) -> Bool {
        let scale = Int64(Self.subpixels)
        let left = Int64(pixels.x) * scale
        let top = Int64(pixels.y) * scale
        let right = left + Int64(pixels.size.width) * scale
        let bottom = top + Int64(pixels.size.height) * scale
        // A convex polygon contains the rectangle if all corners are on the same side of all edges.
        var isLeft = false
        var isRight = false
        for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let edge = (x: Int64(end.x - start.x), y: Int64(end.y - start.y))
            for (x, y) in [(left, top), (right, top), (right, bottom), (left, bottom)] {
                let side = edge.x * (y - Int64(start.y)) - edge.y * (x - Int64(start.x))
                isLeft = isLeft || side < 0
                isRight = isRight || side > 0
            }
        }
        return isLeft != isRight
    }
}
