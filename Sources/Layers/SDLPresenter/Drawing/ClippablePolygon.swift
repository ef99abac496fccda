internal import LayerTree
internal import TilePyramid

/// What the corners of a polygon are: something that a place between two of can be found.
protocol Interpolatable {
    /// What lies at a fraction of the way from one corner to another.
    static func interpolate(_ first: Self, _ second: Self, at fraction: Double) -> Self
}

/// A convex polygon, its corners in order, either way round; fewer than three are nothing.
///
/// Cutting is by the rule of Sutherland and Hodgman (Reentrant Polygon Clipping, 1974). Where two polygons share an
/// edge, a cut gives both exactly the same point on it, so no gap opens.
struct ClippablePolygon<Corner: Interpolatable> {
    var corners: [Corner]

    /// Whether there is nothing of it.
    var isEmpty: Bool { corners.count < 3 }

    /// The parts where `distance` is negative, and where it is not.
    ///
    /// - Parameter distance: how far a corner lies from a straight line, on one side negative.
    /// - Returns: both parts.
    func split(by distance: (Corner) -> Double) -> (negative: ClippablePolygon, rest: ClippablePolygon) {
        let distances = corners.map(distance)
        if distances.allSatisfy({ $0 >= 0 }) { return (ClippablePolygon(corners: []), self) }
        if distances.allSatisfy({ $0 <= 0 }) { return (self, ClippablePolygon(corners: [])) }
        var (negative, rest): ([Corner], [Corner]) = ([], [])
        negative.reserveCapacity(corners.count + 1)
        rest.reserveCapacity(corners.count + 1)
        for index in corners.indices {
            let next = index + 1 < corners.count ? index + 1 : 0
            let (here, there) = (distances[index], distances[next])
            if here <= 0 { negative.append(corners[index]) }
            if here >= 0 { rest.append(corners[index]) }
            guard (here < 0 && there > 0) || (here > 0 && there < 0) else { continue }
            // Always from the negative side, so that the order of the corners makes no difference.
            let (low, high) = here < 0 ? (index, next) : (next, index)
            let cut = Corner.interpolate(
                corners[low], corners[high], at: distances[low] / (distances[low] - distances[high]))
            negative.append(cut)
            rest.append(cut)
        }
        return (ClippablePolygon(corners: negative), ClippablePolygon(corners: rest))
    }
}

/// A place in the pixels of a picture.
extension SIMD2: Interpolatable where Scalar == Double {
    static func interpolate(_ first: Self, _ second: Self, at fraction: Double) -> Self {
        first + (second - first) * fraction
    }
}

extension ClippablePolygon<SIMD2<Double>> {
    /// What an outline covers.
    ///
    /// Corners half-way down a pixel are raised by one point of the grid: OpenGL counts rows from below, so an edge
    /// through the centers of pixels would give these to the wrong side.
    init(_ outline: PixelPolygon) {
        corners = outline.corners.map { corner in
            let raised = SIMD2(corner.x, corner.y - (corner.y & 255 == 128 ? 1 : 0))
            return SIMD2<Double>(raised) / Double(PixelPolygon.subpixels)
        }
    }

    /// What of it lies within a rectangle.
    func clipped(to rect: PixelRect) -> Self {
        let low = SIMD2(Double(rect.x), Double(rect.y))
        let high = low + SIMD2(Double(rect.size.width), Double(rect.size.height))
        return split { $0.x - low.x }.rest.split { $0.y - low.y }.rest
            .split { $0.x - high.x }.negative.split { $0.y - high.y }.negative
    }

    /// What of it lies within another one, which is convex too.
    func clipped(to other: Self) -> Self {
        var result = self
        guard
            let center = other.corners.first.map({ first in
                other.corners.reduce(first - first, +) / Double(other.corners.count)
            })
        else { return ClippablePolygon(corners: []) }
        for (index, corner) in other.corners.enumerated() {
            let next = other.corners[(index + 1) % other.corners.count]
            let normal = SIMD2(corner.y - next.y, next.x - corner.x)
            let side = (normal * (center - corner)).sum()
            guard side != 0 else { continue }
            result = result.split { (normal * ($0 - corner)).sum() * (side < 0 ? -1 : 1) }.rest
        }
        return result
    }
}
