internal import LayerTree
public import TextRendering
public import VectorDrawing

/// The style of a text on the screen; lengths are in points.
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

        /// A panel with square corners and no padding.
        ///
        /// With an opaque color the whole text is opaque, which is fastest: nothing is blended, and nothing below is drawn.
        /// Letters are cut at the edges of the panel.
        public static func background(_ color: Color) -> Panel {
            Panel(color: color, radius: 0, horizontalPadding: 0, verticalPadding: 0)
        }
    }

    /// The vertical alignment of the text in a higher box.
    public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
        /// At the top.
        case top
        /// In the middle.
        case center
        /// At the bottom.
        case bottom
    }

    /// The font of characters without a font attribute, with its size in points.
    public var font: TextFont
    /// The color of characters without a color attribute.
    public var color: Color
    /// The width at which lines are wrapped or truncated; nil, the default, for the width of the box, or no limit.
    public var width: Double?
    /// The maximum number of lines, 1 by default; nil for no limit.
    ///
    /// Paragraphs stay apart, except in a single line, where line breaks count as spaces.
    public var lineLimit: Int?
    /// The extra distance between lines; nil, the default, for a fifth of the font size.
    public var lineSpacing: Double?
    /// The alignment of the lines; the default is the side where the script begins.
    public var alignment: TextLayoutOptions.Alignment
    /// The vertical alignment of the lines in a higher box; the default is the top.
    public var verticalAlignment: VerticalAlignment
    /// The part that an ellipsis replaces if there is too little space; the default is the end.
    public var truncation: TextLayoutOptions.Truncation
    /// The wrapping of lines that are too long; the default is between words.
    public var wrapping: TextLayoutOptions.Wrapping
    /// The panel behind the text; nil, the default, for none.
    public var panel: Panel?

    /// Creates a style, by default of one black line of 14 points without a panel.
    public init(
        font: TextFont = TextFont(size: 14), color: Color = .black, width: Double? = nil, lineLimit: Int? = 1,
        lineSpacing: Double? = nil, alignment: TextLayoutOptions.Alignment = .leading,
        verticalAlignment: VerticalAlignment = .top, truncation: TextLayoutOptions.Truncation = .end,
        wrapping: TextLayoutOptions.Wrapping = .word, panel: Panel? = nil
    ) {
        self.font = font
        self.color = color
        self.width = width
        self.lineLimit = lineLimit
        self.lineSpacing = lineSpacing
        self.alignment = alignment
        self.verticalAlignment = verticalAlignment
        self.truncation = truncation
        self.wrapping = wrapping
        self.panel = panel
    }

    /// The font in pixels, for a scale in pixels per point.
    func pixelFont(scale: Double) -> TextFont {
        TextFont(family: font.family, size: font.size * scale, weight: font.weight, isItalic: font.isItalic)
    }

    /// The extra space between lines as a fraction of the text size: light text on dark needs more.
    private static let lineSpacing = 0.2

    /// The layout in pixels, for a scale in pixels per point.
    ///
    /// - Parameters:
    ///   - scale: pixels per point.
    ///   - room: the width and height within a box in pixels; nil if the text determines them.
    /// - Returns: the layout.
    func pixelLayout(scale: Double, room: PixelRoom? = nil) -> TextLayoutOptions {
        let spacing = ((lineSpacing ?? font.size * Self.lineSpacing) * scale).rounded()
        let width = width.map { Self.pixels($0 * scale) }
        return TextLayoutOptions(
            width: room.map { min($0.width, width ?? .max) } ?? width, height: room?.height, lineLimit: lineLimit,
            lineSpacing: spacing, alignment: alignment, truncation: truncation, wrapping: wrapping)
    }

    /// A length in pixels, rounded down and limited to the drawing limit; at least 1.
    static func pixels(_ length: Double) -> Int {
        length >= 1 ? Int(min(length, Double(TextRenderer.sideLimit))) : 1
    }
}

/// The room for text in a box, in pixels.
struct PixelRoom {
    var width: Int
    var height: Int
}
