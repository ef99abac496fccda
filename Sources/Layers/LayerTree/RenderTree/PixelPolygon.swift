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
        self.init(rect.corners.map(projection.homogeneous))
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
        let limit = Double(1 << 20)
        let isNear = seen.corners.allSatisfy {
            $0.z > Self.nearPlane && abs($0.x) < limit * $0.z && abs($0.y) < limit * $0.z
        }
        if !isNear {
            seen.clip { $0.z - Self.nearPlane }
            seen.clip { limit * $0.z - $0.x }
            seen.clip { limit * $0.z + $0.x }
            seen.clip { limit * $0.z - $0.y }
            seen.clip { limit * $0.z + $0.y }
        }
        let scale = Double(Self.subpixels)
        corners = seen.corners.map {
            SIMD2(Int32(($0.x / $0.z * scale).rounded()), Int32(($0.y / $0.z * scale).rounded()))
        }
        isAxisAligned = Self.isAxisAligned(corners)
        isHalf = false
        guard corners.count >= 3, !pixelBounds.isEmpty else { return nil }
    }

    private init(corners: [SIMD2<Int32>], isAxisAligned: Bool, isHalf: Bool) {
        self.corners = corners
        self.isAxisAligned = isAxisAligned
        self.isHalf = isHalf
    }

    /// Creates one of two halves of the visible area; nil if it covers no pixel center.
    init?(half points: [SIMD2<Double>]) {
        let limit = Double(1 << 20)
        guard points.count >= 3, points.allSatisfy({ abs($0.x) <= limit && abs($0.y) <= limit }) else { return nil }
        let scale = Double(Self.subpixels)
        let corners = points.map { SIMD2(Int32(($0.x * scale).rounded()), Int32(($0.y * scale).rounded())) }
        self.init(corners: corners, isAxisAligned: Self.isAxisAligned(corners), isHalf: true)
        guard !pixelBounds.isEmpty else { return nil }
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
