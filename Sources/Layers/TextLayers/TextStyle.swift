public import LayerTree
public import TextRendering

/// The look of a text on the screen; lengths are in points.
public struct TextStyle: Hashable, Sendable {
    /// A background that keeps text legible over any image.
    public struct Panel: Hashable, Sendable {
        /// The fill color, usually dark and slightly transparent.
        public var color: Color
        /// The corner radius.
        public var radius: Double
        /// The padding at the left and the right of the text.
        public var horizontalPadding: Double
        /// The padding above and below the text.
        public var verticalPadding: Double

        /// Creates a panel.
        public init(color: Color, radius: Double = 6, horizontalPadding: Double = 8, verticalPadding: Double = 5) {
            self.color = color
            self.radius = radius
            self.horizontalPadding = horizontalPadding
            self.verticalPadding = verticalPadding
        }
    }

    /// The font, with its size in points.
    public var font: TextFont
    /// The text color.
    public var color: Color
    /// The width at which lines are wrapped or truncated; nil, the default, for no limit.
    public var width: Double?
    /// The most lines, 1 by default; nil for no limit.
    public var lineLimit: Int?
    /// The alignment of the lines; the default is the side where the script begins.
    public var alignment: TextLayout.Alignment
    /// The part that an ellipsis replaces if there is too little space; the default is the end.
    public var truncation: TextLayout.Truncation
    /// The panel behind the text; nil, the default, for none.
    public var panel: Panel?

    /// Creates a style, by default of one line without a panel.
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

    /// The font in pixels, for a scale in pixels per point.
    func pixelFont(scale: Double) -> TextFont {
        TextFont(family: font.family, size: font.size * scale, weight: font.weight)
    }

    /// The extra space between lines as a fraction of the text size: light text on dark needs more.
    private static let lineSpacing = 0.2

    /// The layout in pixels, for a scale in pixels per point.
    func pixelLayout(scale: Double) -> TextLayout {
        TextLayout(
            width: width.map { max(1, Int(($0 * scale).rounded(.down))) }, lineLimit: lineLimit,
            lineSpacing: (font.size * Self.lineSpacing * scale).rounded(), alignment: alignment, truncation: truncation)
    }
}
