public import VectorDrawing

/// The attributes of a part of an ``AttributedText``; nil attributes are as in the rest of the text.
///
/// Lengths are in the unit of the font size: points in a text layer, pixels for ``TextRenderer``.
public struct TextAttributes: Hashable, Sendable {
    /// The font family, as in ``TextFont/family``.
    public var family: String?
    /// The font size: the height of the em square.
    public var size: Double?
    /// The weight of the letters.
    public var weight: TextFont.Weight?
    /// Whether letters are slanted.
    public var isItalic: Bool?
    /// The color of the letters.
    public var color: Color?
    /// The color behind the letters, as high as the line; nil for none.
    public var backgroundColor: Color?
    /// The line below the letters; nil for none.
    public var underline: Decoration?
    /// The line through the letters; nil for none.
    public var strikethrough: Decoration?
    /// The extra distance between letters, which other frameworks call kern; negative to move letters together.
    ///
    /// The font's own kerning is kept, and the ends of lines stay where they are.
    public var letterSpacing: Double?
    /// The distance by which letters are raised above the baseline; negative to lower them.
    public var baselineOffset: Double?
    /// The height of lines as a multiple of the font's line height, from 0.25 to 16; the tallest part of a line counts.
    public var lineHeight: Double?

    /// Creates attributes that change nothing.
    public init() {}

    /// A line under or through letters, whose position and thickness are the font's.
    public struct Decoration: Hashable, Sendable {
        /// The number of strokes.
        public enum Style: Hashable, Sendable, CaseIterable {
            /// One stroke.
            case single
            /// Two strokes, separated by the thickness of one.
            case double
        }

        /// The number of strokes; the default is one.
        public var style: Style
        /// The color; nil, the default, for the color of the letters.
        public var color: Color?

        /// Creates a decoration, by default a single stroke in the color of the letters.
        public init(_ style: Style = .single, color: Color? = nil) {
            self.style = style
            self.color = color
        }

        /// One stroke in the color of the letters.
        public static let single = Decoration(.single)
        /// Two strokes in the color of the letters.
        public static let double = Decoration(.double)
    }

    /// Returns the attributes with all lengths multiplied.
    func scaled(by factor: Double) -> TextAttributes {
        var result = self
        result.size = size.map { $0 * factor }
        result.letterSpacing = letterSpacing.map { $0 * factor }
        result.baselineOffset = baselineOffset.map { $0 * factor }
        return result
    }

    /// The font of the part in a text with another font.
    func font(in font: TextFont) -> TextFont {
        TextFont(
            family: family ?? font.family, size: size ?? font.size, weight: weight ?? font.weight,
            isItalic: isItalic ?? font.isItalic)
    }
}
