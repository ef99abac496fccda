internal import TilePyramid

/// A linear function of a point of the frame: x · a + y · b + c.
struct LinearForm {
    /// The coefficients a, b and c.
    var coefficients: SIMD3<Double>

    /// The value at a point.
    func callAsFunction(_ point: SIMD2<Double>) -> Double {
        point.x * coefficients.x + point.y * coefficients.y + coefficients.z
    }

    /// The difference from another function.
    static func - (left: LinearForm, right: LinearForm) -> LinearForm {
        LinearForm(coefficients: left.coefficients - right.coefficients)
    }

    /// The distance in pixels from the line where the function is 0; nil if there is no such line.
    var distance: LinearForm? {
        let length = (coefficients.x * coefficients.x + coefficients.y * coefficients.y).squareRoot()
        return length > 0 && length.isFinite ? LinearForm(coefficients: coefficients / length) : nil
    }
}

/// A convex polygon in pixels of the frame, in floating point.
struct SeenPolygon {
    /// The corners in order, in either orientation; fewer than three if the polygon is empty.
    private(set) var corners: [SIMD2<Double>]

    /// Creates a polygon from its corners.
    init(_ corners: [SIMD2<Double>]) {
        self.corners = corners
    }

    /// Creates the polygon of a rectangle of pixels.
    init(_ rect: PixelRect) {
        let low = SIMD2(Double(rect.x), Double(rect.y))
        let high = low + SIMD2(Double(rect.size.width), Double(rect.size.height))
        corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
    }

    /// Whether nothing is left.
    var isEmpty: Bool { corners.count < 3 }

    /// The corners of the bounding box; of an empty polygon, a box that overlaps no other.
    var box: (low: SIMD2<Double>, high: SIMD2<Double>) {
        corners.reduce((SIMD2(repeating: .infinity), SIMD2(repeating: -.infinity))) { box, corner in
            (pointwiseMin(box.0, corner), pointwiseMax(box.1, corner))
        }
    }

    /// Twice the area; negative for one of the orientations.
    private var doubleArea: Double {
        guard let first = corners.first else { return 0 }
        return zip(corners, corners.dropFirst()).reduce(0) { sum, edge in
            let from = edge.0 - first
            let to = edge.1 - first
            return sum + from.x * to.y - from.y * to.x
        }
    }

    /// The area in pixels.
    var area: Double { abs(doubleArea) / 2 }

    /// Returns the least and the greatest value of a function on the polygon; 0 for no corners.
    func range(of form: LinearForm) -> ClosedRange<Double> {
        let values = corners.map { form($0) }
        guard let least = values.min(), let most = values.max() else { return 0...0 }
        return least...most
    }

    /// Divides the polygon along the line where a function is 0.
    ///
    /// - Returns: the parts where it is positive and negative. Both have the same points on the line, and the polygon's
    ///   orientation.
    func divided(by form: LinearForm) -> (positive: SeenPolygon, negative: SeenPolygon) {
        var positive: [SIMD2<Double>] = []
        var negative: [SIMD2<Double>] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[index + 1 < corners.count ? index + 1 : 0]
            let here = form(corner)
            let there = form(next)
            if here >= 0 { positive.append(corner) }
            if here <= 0 { negative.append(corner) }
            guard here < 0 && there > 0 || here > 0 && there < 0 else { continue }
            let cut = corner + (next - corner) * (here / (here - there))
            positive.append(cut)
            negative.append(cut)
        }
        return (SeenPolygon(positive), SeenPolygon(negative))
    }

    /// The intersection with another polygon.
    func intersection(_ other: SeenPolygon) -> SeenPolygon {
        var result = self
        let orientation = other.doubleArea < 0 ? -1.0 : 1
        for (index, corner) in other.corners.enumerated() where !result.isEmpty {
            let edge = (other.corners[index + 1 < other.corners.count ? index + 1 : 0] - corner) * orientation
            // The inside of an edge of a positive orientation has a positive cross product with it.
            let inside = SIMD3(-edge.y, edge.x, edge.y * corner.x - edge.x * corner.y)
            result = result.divided(by: LinearForm(coefficients: inside)).positive
        }
        return other.isEmpty ? other : result
    }
}
