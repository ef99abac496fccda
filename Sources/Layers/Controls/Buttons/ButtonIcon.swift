internal import LayerTree
public import VectorDrawing

/// The icon of a button: lines and filled shapes in a square of 24 × 24 points, in the color of text.
public struct ButtonIcon: Hashable, Sendable {
    /// The lines, which are drawn 1.75 points wide.
    public var lines: Path
    /// The shapes, which are filled.
    public var shapes: Path

    /// The side of the square in points: 24.
    public static let side = 24.0
    /// The width of lines.
    static let lineWidth = 1.75

    /// Creates an icon of lines, shapes or both.
    public init(lines: Path = Path(), shapes: Path = Path()) {
        self.lines = lines
        self.shapes = shapes
    }
}

extension Path {
    /// Adds lines through points.
    package mutating func addSegments(_ lines: [(x: Double, y: Double)]...) {
        for line in lines {
            for (index, point) in line.enumerated() {
                let point = Point(x: point.x, y: point.y)
                if index == 0 { move(to: point) } else { addLine(to: point) }
            }
        }
    }
}
