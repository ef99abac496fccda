internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The names of the images in their panes.
@MainActor
final class PaneNames {
    /// The name of an image, and the frame of its pane in points.
    struct Entry: Hashable, Sendable {
        var name: String
        var pane: Rect
    }

    /// The layer of all names, to be added to the layer that fills the window.
    let layer = Layer.plain("pane names")
    /// The names that are shown.
    private(set) var entries: [Entry] = []

    private let environment: ControlEnvironment
    private var labels: [TextLayer] = []

    init(in environment: ControlEnvironment) {
        self.environment = environment
    }

    /// Shows names; none for an empty list.
    func show(_ new: [Entry]) {
        guard new != entries else { return }
        entries = new
        while labels.count > new.count { labels.removeLast().removeFromSuperlayer() }
        while labels.count < new.count {
            let label = TextLayer(style: style, in: environment)
            label.onResize = { [weak self] in self?.place() }
            labels.append(label)
            layer.addSublayer(label)
        }
        for (label, entry) in zip(labels, new) {
            label.text = entry.name
            var style = style
            style.width = max(1, ComparisonGeometry.nameWidth(in: entry.pane) - 2 * Self.padding)
            if label.textStyle != style { label.textStyle = style }
        }
        place()
    }

    private var style: TextStyle {
        var style = environment.theme.style()
        style.truncation = .middle
        style.panel = TextStyle.Panel(
            color: environment.theme.panelColor, radius: 4, horizontalPadding: Self.padding, verticalPadding: 2)
        return style
    }

    /// The padding at the left and the right of a name, in points.
    private static let padding = 6.0

    private func place() {
        for (label, entry) in zip(labels, entries) {
            label.place(ComparisonGeometry.nameFrame(label.drawn.size, in: entry.pane).origin)
        }
    }
}
