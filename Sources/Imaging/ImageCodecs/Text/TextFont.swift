/// The letters that text is drawn with.
public struct TextFont: Hashable, Sendable {
    /// How heavy letters are; the raw values are those of OpenType and CSS.
    public enum Weight: Int, Hashable, Sendable, CaseIterable {
        /// Thin strokes.
        case light = 300
        /// The ordinary one.
        case regular = 400
        /// A little heavier, for headings.
        case semibold = 600
        /// Heavy.
        case bold = 700
    }

    /// A family that is installed, or several in the order of preference with commas between them, or one of the names
    /// that every system knows: "Sans", "Serif", "Monospace"; default "Sans".
    ///
    /// Where it lacks a letter, or is not there at all, the system finds another one.
    public var family: String
    /// The height of a line of letters without the space between lines, in pixels.
    public var size: Double
    /// How heavy letters are; default ``Weight/regular``.
    public var weight: Weight

    /// A font; by default "Sans" in its ordinary weight.
    public init(family: String = "Sans", size: Double, weight: Weight = .regular) {
        self.family = family
        self.size = size
        self.weight = weight
    }
}
