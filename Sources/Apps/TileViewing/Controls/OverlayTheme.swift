internal import LayerTree
internal import TextLayers

/// The colors, fonts and distances that overlays share; lengths are in points.
struct OverlayTheme: Hashable, Sendable {
    /// The font family of all text, "Sans" by default.
    var family = "Sans"
    /// The size of ordinary text, 13 by default.
    var textSize = 13.0
    /// The color of panels: dark, and opaque enough for light letters over a white image.
    var panelColor = Color(red: 0.09, green: 0.09, blue: 0.11, alpha: 0.75)
    /// The color that dims the image while the help sheet is open.
    var dimColor = Color(red: 0, green: 0, blue: 0, alpha: 0.55)
    /// The color of text.
    var textColor = Color(red: 0.96, green: 0.96, blue: 0.97)
    /// The color of text that matters less.
    var secondaryColor = Color(red: 0.8, green: 0.8, blue: 0.83)
    /// The color of what should be noticed, such as the outline in the overview map.
    var accentColor = Color(red: 1, green: 0.78, blue: 0.25)
    /// The color of errors.
    var errorColor = Color(red: 1, green: 0.42, blue: 0.38)
    /// The distance between overlays and from the edges of the window, 12 by default.
    var margin = 12.0
    /// The corner radius of panels, 6 by default.
    var radius = 6.0
    /// The padding at the left and the right of the text in a panel, 10 by default.
    var horizontalPadding = 10.0
    /// The padding above and below the text in a panel, 5 by default.
    var verticalPadding = 5.0

    /// The style of ordinary text, or of text of another size, weight or color.
    func style(size: Double? = nil, weight: TextFont.Weight = .regular, color: Color? = nil) -> TextStyle {
        TextStyle(font: TextFont(family: family, size: size ?? textSize, weight: weight), color: color ?? textColor)
    }
}
