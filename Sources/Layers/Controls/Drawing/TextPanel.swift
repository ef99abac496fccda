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
    ///
    /// It is nil for a panel that has no place.
    private var frame: (@MainActor (Size) -> Rect)? = { Rect(origin: .zero, size: $0) }
    /// The size of the panel in points; zero before its text is drawn.
    package var contentSize: Size {
        guard shownText != nil, text.drawn.size.width > 0 else { return .zero }
        let theme = environment.theme
        return Size(
            width: text.drawn.size.width + 2 * theme.horizontalPadding,
            height: text.drawn.size.height + 2 * theme.verticalPadding)
    }

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

    /// Shows a text once the panel has a place.
    package func show(_ text: String) {
        shownText = text
        frame = nil
        self.text.text = text
        place()
    }

    /// Gives the panel a place; without one it is hidden.
    package func place(in frame: Rect?) {
        if let frame {
            self.frame = { _ in frame }
        } else {
            self.frame = nil
        }
        place()
    }

    /// Hides the text.
    package func hide() {
        guard shownText != nil else { return }
        shownText = nil
        environment.setHidden(true, layer)
    }

    private func place() {
        let size = contentSize
        guard size.width > 0 else { return }
        guard let frame else { return environment.setHidden(true, layer) }
        let theme = environment.theme
        layer.place(frame(size), in: environment)
        text.place(Point(x: theme.horizontalPadding, y: theme.verticalPadding))
        environment.setHidden(false, layer)
    }
}
