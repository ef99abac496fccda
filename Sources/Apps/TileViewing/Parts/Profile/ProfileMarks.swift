internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The line of a profile over the image, with a handle at either end.
@MainActor
final class ProfileMarks {
    /// The layer, to be added to the layer that fills the window, above the image.
    let layer = Layer.plain("profile line")

    private let shade = ShapeLayer()
    private let line = ShapeLayer()
    private var ends: [Point] = []

    /// The radius of a handle, in points.
    private static let radius = 4.0

    init(in environment: ControlEnvironment) {
        for (part, width, color) in [
            (shade, 4.0, Color(red: 0, green: 0, blue: 0, alpha: 0.6)), (line, 2.0, environment.theme.accentColor),
        ] {
            part.actions = .none
            part.anchorPoint = .zero
            part.fillColor = nil
            part.strokeColor = color
            part.lineWidth = width
            layer.addSublayer(part)
        }
    }

    /// Shows a line between two points of the view.
    func show(from start: Point, to end: Point) {
        guard [start, end] != ends else { return }
        ends = [start, end]
        var path = Path()
        path.move(to: start)
        path.addLine(to: end)
        let radius = Self.radius
        for point in ends {
            path.append(
                Path(ellipseIn: Rect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)))
        }
        for part in [shade, line] { part.path = path }
    }
}
