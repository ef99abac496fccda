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
            labels.append(label)
            layer.addSublayer(label)
        }
        for (label, entry) in zip(labels, new) {
            var style = style
            let width = max(1, (entry.pane.size.width * Self.widthShare).rounded(.down) - 2 * Self.padding)
            style.width = width
            var shortener = NameShortener()
            label.text = shortener.text([entry.name], style: style, width: width, scale: environment.scale)
            if label.textStyle != style { label.textStyle = style }
        }
    }

    /// The space that the names need, each in its pane.
    var requests: [OverlayRequest] {
        zip(labels, entries).enumerated().compactMap { index, shown in
            guard shown.0.drawn.size != .zero else { return nil }
            var request = OverlayRequest(Self.id(of: index), .ornament, at: .top, sizes: [shown.0.drawn.size])
            request.region = shown.1.pane
            request.staysAtEdge = true
            return request
        }
    }

    /// Places the names; those for which there is no room are hidden.
    func place(_ arrangement: OverlayArrangement) {
        for (index, label) in labels.enumerated() {
            let frame = arrangement.frames[Self.id(of: index)]
            environment.setHidden(frame == nil, label)
            if let frame { label.place(frame.origin) }
        }
    }

    private static func id(of pane: Int) -> OverlayID { OverlayID("pane name", number: pane) }

    private var style: TextStyle {
        var style = environment.theme.style()
        style.truncation = .middle
        style.panel = TextStyle.Panel(
            color: environment.theme.panelColor, radius: 4, horizontalPadding: Self.padding, verticalPadding: 2)
        return style
    }

    /// The maximum width of a name, as a share of the width of its pane.
    private static let widthShare = 0.36
    /// The padding at the left and the right of a name, in points.
    private static let padding = 6.0
}
