/// The font of a text: family, size, weight and slant.
public struct TextFont: Hashable, Sendable {
    /// The weight of a font; raw values are those of OpenType and CSS.
    public enum Weight: Int, Hashable, Sendable, CaseIterable {
        /// Thin strokes.
        case light = 300
        /// The normal weight.
        case regular = 400
        /// Slightly heavier than normal, for headings.
        case semibold = 600
        /// Heavy strokes.
        case bold = 700
    }

    /// An installed font family, several in order of preference separated by commas, or a generic name: "Sans", "Serif"
    /// or "Monospace"; the default is "Sans".
    ///
    /// Missing families and glyphs are substituted by the system.
    public var family: String
    /// The font size in pixels: the height of the em square.
    public var size: Double
    /// The weight; the default is ``Weight/regular``.
    public var weight: Weight
    /// Whether letters are slanted; the default is false.
    public var isItalic: Bool

    /// Creates a font; by default "Sans", upright and in its normal weight.
    public init(family: String = "Sans", size: Double, weight: Weight = .regular, isItalic: Bool = false) {
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
    }
}
