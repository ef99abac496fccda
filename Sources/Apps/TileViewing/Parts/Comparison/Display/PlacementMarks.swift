internal import Controls
internal import LayerTree
internal import TextLayers
internal import VectorDrawing

/// Numbered crosses at the points that show the same in two images.
@MainActor
final class PlacementMarks {
    /// A point of the window, in points, and the number that stands beside it, from 1.
    struct Mark: Hashable, Sendable {
        var point: Point
        var number: Int
    }

    /// The layer of all crosses, to be added to the layer that fills the window.
    let layer = Layer.plain("placement marks")
    /// The marks that are shown.
    private(set) var marks: [Mark] = []

    private let shade = ShapeLayer()
    private let cross = ShapeLayer()
    private let environment: ControlEnvironment
    private var labels: [TextLayer] = []

    /// The length of an arm of a cross, in points.
    private static let reach = 8.0
    /// The distance of the number from the middle of the cross, in points.
    private static let labelOffset = Point(x: 5, y: 3)

    init(in environment: ControlEnvironment) {
        self.environment = environment
        for (part, width, color) in [
            (shade, 4.0, Color(red: 0, green: 0, blue: 0, alpha: 0.6)), (cross, 2.0, environment.theme.accentColor),
        ] {
            part.actions = .none
            part.anchorPoint = .zero
            part.fillColor = nil
            part.strokeColor = color
            part.lineWidth = width
            layer.addSublayer(part)
        }
    }

    /// Shows marks; none for an empty list.
    func show(_ new: [Mark]) {
        guard new != marks else { return }
        marks = new
        var path = Path()
        for mark in new {
            for arm in [Point(x: Self.reach, y: 0), Point(x: 0, y: Self.reach)] {
                path.move(to: mark.point - arm)
                path.addLine(to: mark.point + arm)
            }
        }
        for part in [shade, cross] { part.path = path }
        while labels.count > new.count { labels.removeLast().removeFromSuperlayer() }
        while labels.count < new.count {
            var style = environment.theme.style()
            style.panel = TextStyle.Panel(
                color: environment.theme.panelColor, radius: 3, horizontalPadding: 3, verticalPadding: 0)
            let label = TextLayer(style: style, in: environment)
            labels.append(label)
            layer.addSublayer(label)
        }
        for (label, mark) in zip(labels, new) {
            label.text = "\(mark.number)"
            label.place(mark.point + Self.labelOffset)
        }
    }
}
