public import ImageCodecs
public import LayerTree

/// How a piece of text on the screen looks; all lengths are in points.
public struct TextStyle: Hashable, Sendable {
    /// What lies behind text so that it can be read on any picture.
    public struct Panel: Hashable, Sendable {
        /// Its color, usually dark and not quite opaque.
        public var color: Color
        /// The radius of its corners.
        public var radius: Double
        /// How far it reaches beyond the text, at the left and the right.
        public var horizontalPadding: Double
        /// How far it reaches beyond the text, above and below.
        public var verticalPadding: Double

        /// A plate.
        public init(
            color: Color, radius: Double = 6, horizontalPadding: Double = 8, verticalPadding: Double = 5
        ) {
            self.color = color
            self.radius = radius
            self.horizontalPadding = horizontalPadding
            self.verticalPadding = verticalPadding
        }
    }

    /// The letters, with their size in points.
    public var font: TextFont
    /// Their color.
    public var color: Color
    /// Where lines are wrapped or cut, in points; nil, the default, for no such place.
    public var width: Double?
    /// How many lines there may be; default 1.
    public var lineLimit: Int?
    /// Where lines are; default at the side that the script begins at.
    public var alignment = TextLayout.Alignment.leading
    /// What is left out where there is no room; default the end.
    public var truncation = TextLayout.Truncation.end
    /// What lies behind it; default nothing.
    public var panel: Panel?

    /// One line of text.
    public init(
        font: TextFont, color: Color, width: Double? = nil, lineLimit: Int? = 1,
        alignment: TextLayout.Alignment = .leading, truncation: TextLayout.Truncation = .end, panel: Panel? = nil
    ) {
        self.font = font
        self.color = color
        self.width = width
        self.lineLimit = lineLimit
        self.alignment = alignment
        self.truncation = truncation
        self.panel = panel
    }
}

extension TextStyle {
    /// The font in pixels, for a scale of pixels for each point.
    func pixelFont(scale: Double) -> TextFont {
        TextFont(family: font.family, size: font.size * scale, weight: font.weight)
    }

    /// What is added between lines, as a part of the size of the letters: light text on dark needs more air.
    private static let lineSpacing = 0.2

    /// The layout in pixels, for a scale of pixels for each point.
    func pixelLayout(scale: Double) -> TextLayout {
        TextLayout(
            width: width.map { max(1, Int(($0 * scale).rounded(.down))) }, lineLimit: lineLimit,
            lineSpacing: (font.size * Self.lineSpacing * scale).rounded(), alignment: alignment, truncation: truncation)
    }
}
