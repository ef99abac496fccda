internal import LayerTree
internal import ScrollLayers

/// Small texts on tiles, for looking at how they are loaded; each is drawn once.
@MainActor
final class TileLabels {
    private let environment: OverlayEnvironment
    private var texts = TextCache(costLimit: 1 << 20)

    init(in environment: OverlayEnvironment) {
        self.environment = environment
    }

    /// The picture of a text; nil when it cannot be drawn.
    func picture(of text: String) -> PixelBuffer? {
        let key = TextCache.Key(text: text, style: style, scale: environment.scale)
        if let known = texts.find(key) { return known.picture }
        guard let drawn = try? DrawnText(text, style: style, scale: environment.scale) else { return nil }
        texts.insert(drawn, for: key)
        return drawn.picture
    }

    private var style: TextStyle {
        var style = environment.theme.style(size: 10)
        style.plate = TextStyle.Plate(
            color: environment.theme.plateColor, radius: 0, horizontalPadding: 3, verticalPadding: 1)
        return style
    }
}
