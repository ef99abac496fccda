internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Computes how many pixels of a screen show a part of an image, exactly, for rotated views too.
struct ScreenArea {
    /// The width of the strip along the screen's edges that does not count, in pixels: as for the layer, it is a
    /// rounding error.
    static let tolerance = 1.0 / 256

    private let transform: AffineTransform
    private let areaScale: Double
    private let isAxisAligned: Bool
    private let screen: Rect

    init(of frame: ViewedFrame) {
        transform = frame.transform
        areaScale = abs(transform.determinant)
        isAxisAligned = (transform.b == 0 && transform.c == 0) || (transform.a == 0 && transform.d == 0)
        screen = Rect(
            x: Self.tolerance, y: Self.tolerance, width: Double(frame.screen.width) - 2 * Self.tolerance,
            height: Double(frame.screen.height) - 2 * Self.tolerance)
    }

    /// The pixels of the whole screen.
    var ofScreen: Double { screen.size.width * screen.size.height }

    /// The pixels that show a rectangle of the image.
    func of(_ rect: Rect) -> Double {
        let corners = rect.corners.map(transform.apply)
        let bounds = Rect(enclosing: corners)
        guard let common = bounds.intersection(screen) else { return 0 }
        if common == bounds { return rect.size.width * rect.size.height * areaScale }
        return isAxisAligned ? common.size.width * common.size.height : Self.area(of: clipped(corners))
    }

    /// The part of a convex polygon that lies on the screen, clipped at one side after the other.
    private func clipped(_ polygon: [Point]) -> [Point] {
        let sides: [(Point) -> Double] = [
            { $0.x - screen.minX }, { screen.maxX - $0.x }, { $0.y - screen.minY }, { screen.maxY - $0.y },
        ]
        return sides.reduce(polygon) { $0.clippedPolygon(where: $1) }
    }

    /// The area of a polygon, by the shoelace formula.
    private static func area(of polygon: [Point]) -> Double {
        guard let first = polygon.first else { return 0 }
        let twice = zip(polygon, polygon.dropFirst() + [first]).reduce(0) { sum, side in
            // Relative to a corner, so that large numbers do not cancel each other out.
            let a = side.0 - first
            let b = side.1 - first
            return sum + a.x * b.y - b.x * a.y
        }
        return abs(twice) / 2
    }
}
