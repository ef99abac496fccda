import TilePyramid
import VectorDrawing

/// Computes coverage the slow way, for comparison.
enum ExactCoverage {
    /// The area of a simple polygon within a pixel: clipped to the four sides of the pixel (Sutherland and Hodgman).
    static func area(of polygon: [Point], inColumn column: Int, row: Int) -> Double {
        let x = Double(column)
        let y = Double(row)
        var points = clipped(polygon) { $0.x - x }
        points = clipped(points) { x + 1 - $0.x }
        points = clipped(points) { $0.y - y }
        points = clipped(points) { y + 1 - $0.y }
        return abs(area(of: points))
    }

    /// The signed area of a polygon.
    static func area(of points: [Point]) -> Double {
        zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    }

    private static func clipped(_ points: [Point], to distance: (Point) -> Double) -> [Point] {
        var result: [Point] = []
        for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
            let before = distance(a)
            let after = distance(b)
            if before >= 0 { result.append(a) }
            if (before >= 0) != (after >= 0) {
                let fraction = before / (before - after)
                result.append(Point(x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction))
            }
        }
        return result
    }
}

extension PathCoverage {
    /// The covered area in pixels, as the rounded coverage of each pixel has it.
    var area: Double { mask(of: pixelBounds).reduce(0) { $0 + Double($1) / 255 } }
}
