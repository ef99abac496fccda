package import LayerTree
internal import TextLayers
package import VectorDrawing

/// A line of text on a panel that fades in and out: a tooltip, or a hint.
@MainActor
package final class TextPanel {
    /// The layer of the panel, to be added to the layer that fills the window.
    package let layer: PanelLayer
    /// The text that is shown; nil while there is none.
    package private(set) var shownText: String?

    private let environment: ControlEnvironment
    private let text: TextLayer
    /// The frame in the window for a size in points.
    private var frame: @MainActor (Size) -> Rect = { Rect(origin: .zero, size: $0) }

    package init(_ name: String, in environment: ControlEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        text = TextLayer(style: environment.theme.style(), in: environment)
        layer.name = name
        layer.isHidden = true
        layer.addSublayer(text)
        text.onResize = { [weak self] in self?.place() }
        environment.textDrawing.addScaleObserver(self) { $0.place() }
    }

    /// Shows a text in a frame that depends on the panel's size in points.
    package func show(_ text: String, in frame: @escaping @MainActor (Size) -> Rect) {
        shownText = text
        self.frame = frame
        self.text.text = text
        place()
    }

    /// Hides the text.
    package func hide() {
        guard shownText != nil else { return }
        shownText = nil
        environment.setHidden(true, layer)
    }

    private func place() {
        guard shownText != nil, text.drawn.size.width > 0 else { return }
        let theme = environment.theme
        let size = text.drawn.size
        layer.place(
            frame(
                Size(
                    width: size.width + 2 * theme.horizontalPadding, height: size.height + 2 * theme.verticalPadding)),
            in: environment)
        text.place(Point(x: theme.horizontalPadding, y: theme.verticalPadding))
        environment.setHidden(false, layer)
    }
}
