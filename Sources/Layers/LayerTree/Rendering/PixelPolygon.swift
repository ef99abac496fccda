public import TilePyramid

/// A convex polygon in the pixels of a picture, its corners on a grid of 1/256 pixel.
///
/// Corners that are computed in different ways for neighbors fall on the same point of the grid, so shared edges are
/// exactly the same edge. A pixel belongs to a polygon when its center lies inside; a center on an edge belongs to the
/// polygon on whose left or upper side that edge is. So neighbors leave no gap and never draw a pixel twice.
public struct PixelPolygon: Hashable, Sendable {
    /// The points of the grid for each pixel.
    public static let subpixels = 256

    /// The corners in order, either way round, in 1/256 pixels; within ±2²⁸.
    public let corners: [SIMD2<Int32>]

    /// Whether it is an upright rectangle; a quarter turn does not change that.
    public let isAxisAligned: Bool

    /// What is seen of a rectangle; nil when that is nothing: it lies behind the viewer or is seen from its edge.
    ///
    /// What reaches behind the viewer, or further than 2²⁰ pixels out of the picture, is cut off.
    public init?(_ rect: Rect, projectedBy projection: Projection) {
        guard !rect.isEmpty else { return nil }
        var seen = HomogeneousPolygon(rect.corners.map(projection.homogeneous))
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
        guard corners.count >= 3, !pixelBounds.isEmpty else { return nil }
    }

    /// Whether corners are those of an upright rectangle: level and upright edges take turns.
    private static func isAxisAligned(_ corners: [SIMD2<Int32>]) -> Bool {
        guard corners.count == 4 else { return false }
        let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
        return a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
            || a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    }

    /// Nearer to the viewer than this part of the distance from which one looks, nothing is drawn.
    static let nearPlane = 1e-4

    /// The smallest rectangle of pixels that holds all pixels it covers; for an upright one, just these.
    public var pixelBounds: PixelRect {
        var (low, high) = (corners[0], corners[0])
        for corner in corners.dropFirst() {
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner)
        }
        // The first center, at 128 of 256, that is not before the edge; and the first one that is not before the end.
        let (first, end) = ((low &+ 127) &>> 8, (high &+ 127) &>> 8)
        return PixelRect(
            x: Int(first.x), y: Int(first.y), width: Int(end.x - first.x), height: Int(end.y - first.y))
    }

    /// Whether it covers all of some pixels, their corners included.
    func contains(_ pixels: PixelRect) -> Bool {
        let scale = Int64(Self.subpixels)
        let (left, top) = (Int64(pixels.x) * scale, Int64(pixels.y) * scale)
        let (right, bottom) = (left + Int64(pixels.size.width) * scale, top + Int64(pixels.size.height) * scale)
        // On which sides of the edges the four corners lie; of a convex polygon all on one side is inside.
        var (isLeft, isRight) = (false, false)
        for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let way = (x: Int64(end.x - start.x), y: Int64(end.y - start.y))
            for (x, y) in [(left, top), (right, top), (right, bottom), (left, bottom)] {
                let side = way.x * (y - Int64(start.y)) - way.y * (x - Int64(start.x))
                isLeft = isLeft || side < 0
                isRight = isRight || side > 0
            }
        }
        return isLeft != isRight
    }
}
