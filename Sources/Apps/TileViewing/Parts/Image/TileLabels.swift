internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// Draws the labels that show how tiles are loaded; each text is drawn once.
@MainActor
final class TileLabels {
    private let environment: ControlEnvironment
    private var textCache = TextCache(costLimit: 1 << 20)

    init(in environment: ControlEnvironment) {
        self.environment = environment
    }

    /// The pixels of a label; nil if it cannot be drawn.
    func buffer(of text: String) -> PixelBuffer? {
        let key = TextCache.Key(text: AttributedText(text), style: style, scale: environment.scale)
        if let known = textCache.find(key) { return known.buffer }
        guard let drawn = try? DrawnText(text, style: style, scale: environment.scale) else { return nil }
        textCache.insert(drawn, for: key)
        return drawn.buffer
    }

    private var style: TextStyle {
        var style = environment.theme.style(size: 10)
        style.panel = TextStyle.Panel(
            color: environment.theme.panelColor, radius: 0, horizontalPadding: 3, verticalPadding: 1)
        return style
    }
}
