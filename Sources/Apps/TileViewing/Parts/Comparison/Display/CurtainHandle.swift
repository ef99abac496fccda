internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The line of the curtain, and the grip by which it is dragged.
@MainActor
final class CurtainHandle {
    /// The layer of both, as high as the window.
    let layer = Layer()

    private let shade = Layer()
    private let line = Layer()
    private let grip = ShapeLayer()
    private let arrows = ShapeLayer()

    /// The distance from the line within which a press drags the curtain, in points; within the round grip, every press does.
    static let reach = 6.0
    private static let radius = 14.0

    init(in environment: ControlEnvironment) {
        layer.name = "curtain"
        layer.actions = .none
        layer.anchorPoint = .zero
        for part in [shade, line, grip, arrows] as [Layer] {
            part.actions = .none
            part.anchorPoint = .zero
            layer.addSublayer(part)
        }
        shade.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        line.backgroundColor = environment.theme.textColor
        let radius = Self.radius
        grip.path = Path(ellipseIn: Rect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius))
        grip.fillColor = Color(red: 0.09, green: 0.09, blue: 0.11, alpha: 0.85)
        grip.strokeColor = environment.theme.textColor
        grip.lineWidth = 1.5
        var path = Path()
        for side in [-1.0, 1] {
            path.move(to: Point(x: 4 * side, y: -4.5))
            path.addLine(to: Point(x: 8.5 * side, y: 0))
            path.addLine(to: Point(x: 4 * side, y: 4.5))
        }
        arrows.path = path
        arrows.fillColor = nil
        arrows.strokeColor = environment.theme.textColor
        arrows.lineWidth = 1.75
        arrows.lineCap = .round
        arrows.lineJoin = .round
    }

    /// Places the line, whose middle is between two pixels.
    ///
    /// - Parameters:
    ///   - x: the position in points.
    ///   - height: the height of the window in points.
    ///   - pixel: the size of a pixel in points.
    func place(at x: Double, height: Double, pixel: Double) {
        let middle = (height / 2 / pixel).rounded() * pixel
        // A point on either side is white, and a pixel more dark.
        let half = max(1, (1 / pixel).rounded()) * pixel
        layer.position = Point(x: x, y: 0)
        shade.frame = Rect(x: -half - pixel, y: 0, width: 2 * (half + pixel), height: height)
        line.frame = Rect(x: -half, y: 0, width: 2 * half, height: height)
        for part in [grip, arrows] { part.position = Point(x: 0, y: middle) }
    }

    /// Whether a press at a point of the window takes hold of the curtain.
    func isHit(at point: Point) -> Bool {
        let x = point.x - layer.position.x
        let y = point.y - grip.position.y
        return abs(x) <= Self.reach || x * x + y * y <= Self.radius * Self.radius
    }
}
