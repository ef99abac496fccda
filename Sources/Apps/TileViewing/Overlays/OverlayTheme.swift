internal import ImageCodecs
public import LayerTree

/// The colors, letters and distances that overlays share; lengths are in points.
public struct OverlayTheme: Hashable, Sendable {
    /// The family of all text; default "Sans".
    public var family = "Sans"
    /// The size of ordinary text; default 13.
    public var textSize = 13.0
    /// What lies behind text: dark, and opaque enough for light letters on a white picture.
    public var panelColor = Color(red: 0.09, green: 0.09, blue: 0.11, alpha: 0.75)
    /// What lies over the picture while a sheet is open.
    public var dimColor = Color(red: 0, green: 0, blue: 0, alpha: 0.55)
    /// Text.
    public var textColor = Color(red: 0.96, green: 0.96, blue: 0.97)
    /// Text that matters less.
    public var secondaryColor = Color(red: 0.8, green: 0.8, blue: 0.83)
    /// What is to be noticed, such as the frame of the view in the overview.
    public var accentColor = Color(red: 1, green: 0.78, blue: 0.25)
    /// What has gone wrong.
    public var errorColor = Color(red: 1, green: 0.42, blue: 0.38)
    /// The distance between overlays and from the edges of the window; default 12.
    public var margin = 12.0
    /// The radius of the corners of plates; default 6.
    public var radius = 6.0
    /// The distance of text from the sides of its plate; default 10.
    public var horizontalPadding = 10.0
    /// The distance of text from the upper and the lower edge of its plate; default 5.
    public var verticalPadding = 5.0

    /// The usual look.
    public init() {}

    /// Ordinary text, or that of another size, weight or color.
    func style(size: Double? = nil, weight: TextFont.Weight = .regular, color: Color? = nil) -> TextStyle {
        TextStyle(font: TextFont(family: family, size: size ?? textSize, weight: weight), color: color ?? textColor)
    }
}
