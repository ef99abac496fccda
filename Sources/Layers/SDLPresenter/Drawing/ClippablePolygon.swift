internal import LayerTree
internal import TilePyramid

/// A corner of a polygon that can be interpolated.
protocol Interpolatable {
    /// Returns the linear interpolation between two corners.
    static func interpolate(_ first: Self, _ second: Self, at fraction: Double) -> Self
}

/// A convex polygon with its corners in order, clockwise or counterclockwise; empty if there are fewer than three.
///
/// Clipping follows Sutherland and Hodgman (Reentrant Polygon Clipping, 1974). A cut of a shared edge gives both polygons
/// exactly the same point, so no gap opens.
struct ClippablePolygon<Corner: Interpolatable> {
    var corners: [Corner]

    /// Whether the polygon is empty.
    var isEmpty: Bool { corners.count < 3 }

    /// Splits the polygon at the sign change of `distance`.
    ///
    /// - Parameter distance: the signed distance of a corner from a straight line.
    /// - Returns: the part with negative distance, and the rest.
    func split(by distance: (Corner) -> Double) -> (negative: ClippablePolygon, rest: ClippablePolygon) {
        let distances = corners.map(distance)
        if distances.allSatisfy({ $0 >= 0 }) { return (ClippablePolygon(corners: []), self) }
        if distances.allSatisfy({ $0 <= 0 }) { return (self, ClippablePolygon(corners: [])) }
        var (negative, rest): ([Corner], [Corner]) = ([], [])
        negative.reserveCapacity(corners.count + 1)
        rest.reserveCapacity(corners.count + 1)
        for index in corners.indices {
            let next = index + 1 < corners.count ? index + 1 : 0
            let here = distances[index]
            let there = distances[next]
            if here <= 0 { negative.append(corners[index]) }
            if here >= 0 { rest.append(corners[index]) }
            guard (here < 0 && there > 0) || (here > 0 && there < 0) else { continue }
            // Interpolated from the negative side, so that the order of the corners makes no difference.
            let (low, high) = here < 0 ? (index, next) : (next, index)
            let cut = Corner.interpolate(
                corners[low], corners[high], at: distances[low] / (distances[low] - distances[high]))
            negative.append(cut)
            rest.append(cut)
        }
        return (ClippablePolygon(corners: negative), ClippablePolygon(corners: rest))
    }

    /// Splits the polygon where a coordinate takes values in ascending order; returns the parts that are not empty.
    func split(at lines: some Sequence<Double>, of coordinate: (Corner) -> Double) -> [ClippablePolygon] {
        var parts: [ClippablePolygon] = []
        var rest = self
        for line in lines {
            let split = rest.split { coordinate($0) - line }
            parts.append(split.negative)
            rest = split.rest
        }
        parts.append(rest)
        return parts.filter { !$0.isEmpty }
    }

    /// The range of a coordinate over all corners; 0 for no corners.
    func range(of coordinate: (Corner) -> Double) -> ClosedRange<Double> {
        var low = Double.infinity
        var high = -Double.infinity
        for corner in corners {
            let value = coordinate(corner)
            low = min(low, value)
            high = max(high, value)
        }
        return low <= high ? low...high : 0...0
    }
}

extension SIMD2: Interpolatable where Scalar == Double {
    static func interpolate(_ first: Self, _ second: Self, at fraction: Double) -> Self {
        first + (second - first) * fraction
    }
}

extension ClippablePolygon<SIMD2<Double>> {
    /// Creates the polygon of an outline.
    ///
    /// Corners at half a pixel vertically are raised by one unit of the grid: OpenGL counts rows from the bottom, so an
    /// edge through pixel centers would assign those pixels to the wrong side.
    init(_ outline: PixelPolygon) {
        corners = outline.corners.map { corner in
            let raised = SIMD2(corner.x, corner.y - (corner.y & 255 == 128 ? 1 : 0))
            return SIMD2<Double>(raised) / Double(PixelPolygon.subpixels)
        }
    }

    /// The part inside a rectangle.
    func clipped(to rect: PixelRect) -> Self {
        let low = SIMD2(Double(rect.x), Double(rect.y))
        let high = low + SIMD2(Double(rect.size.width), Double(rect.size.height))
        return split { $0.x - low.x }.rest.split { $0.y - low.y }.rest
            .split { $0.x - high.x }.negative.split { $0.y - high.y }.negative
    }

    /// The part inside another convex polygon.
    func clipped(to other: Self) -> Self { clipped(to: other) { $0 } }
}

extension ClippablePolygon {
    /// The part inside a convex polygon of the frame; `position` returns the position of a corner.
    ///
    /// Two polygons on both sides of a common edge, which has the same direction in both, divide a polygon with the same
    /// points.
    func clipped(to other: ClippablePolygon<SIMD2<Double>>, position: (Corner) -> SIMD2<Double>) -> ClippablePolygon {
        guard !other.corners.isEmpty else { return ClippablePolygon(corners: []) }
        let center = other.corners.reduce(SIMD2.zero, +) / Double(other.corners.count)
        var result = self
        for (index, corner) in other.corners.enumerated() {
            let next = other.corners[(index + 1) % other.corners.count]
            let normal = SIMD2(corner.y - next.y, next.x - corner.x)
            let side = (normal * (center - corner)).sum()
            guard side != 0 else { continue }
            let parts = result.split { (normal * (position($0) - corner)).sum() }
            result = side < 0 ? parts.negative : parts.rest
        }
        return result
    }
}
