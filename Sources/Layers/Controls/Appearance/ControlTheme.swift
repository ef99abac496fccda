internal import LayerTree
package import TextLayers
package import TextRendering
public import VectorDrawing

/// The colors, fonts and distances that the controls of a window share; lengths are in points.
public struct ControlTheme: Hashable, Sendable {
    /// The font family of all text, "Sans" by default.
    public var family = "Sans"
    /// The size of ordinary text, 13 by default.
    public var textSize = 13.0
    /// The color of panels: dark, and so opaque that the contrast of all text is at least 4.5 over any image, which is level AA
    /// of WCAG 2.2.
    public var panelColor = Color(red: 0.09, green: 0.09, blue: 0.11, alpha: 0.9)
    /// The color that dims the window while a sheet is open.
    public var dimColor = Color(red: 0, green: 0, blue: 0, alpha: 0.55)
    /// The color of text.
    public var textColor = Color(red: 0.96, green: 0.96, blue: 0.97)
    /// The color of text that matters less.
    public var secondaryColor = Color(red: 0.8, green: 0.8, blue: 0.83)
    /// The color of what should be noticed, such as warnings and check marks.
    public var accentColor = Color(red: 1, green: 0.78, blue: 0.25)
    /// The color of errors.
    public var errorColor = Color(red: 1, green: 0.42, blue: 0.38)
    /// The color over the item under the pointer.
    public var highlightColor = Color(red: 1, green: 1, blue: 1, alpha: 0.14)
    /// The color over the item that is pressed.
    public var pressedColor = Color(red: 1, green: 1, blue: 1, alpha: 0.3)
    /// The distance between controls and from the edges of the window, 12 by default; small windows have a smaller one.
    public var margin = 12.0
    /// The corner radius of panels, 6 by default.
    public var radius = 6.0
    /// The padding at the left and the right of the text in a panel, 10 by default.
    public var horizontalPadding = 10.0
    /// The padding above and below the text in a panel, 5 by default.
    public var verticalPadding = 5.0

    /// Creates the default theme: light text on dark panels.
    public init() {}

    /// The style of ordinary text, or of text of another size, weight or color.
    package func style(
        size: Double? = nil, weight: TextFont.Weight = .regular, color: Color? = nil
    ) -> TextStyle {
        TextStyle(font: TextFont(family: family, size: size ?? textSize, weight: weight), color: color ?? textColor)
    }

    /// The margin in a window of a size: ``margin``, or a thirtieth of a side that is short.
    package func margin(in size: Size) -> Double { min(margin, max(0, min(size.width, size.height) / 30)) }

    /// The part of a window that is left inside the margins.
    package func availableSize(in size: Size) -> Size {
        let margin = margin(in: size)
        return Size(width: max(0, size.width - 2 * margin), height: max(0, size.height - 2 * margin))
    }
}
