/// The arrangement of a text in lines.
public struct TextLayout: Hashable, Sendable {
    /// The horizontal alignment of lines that are shorter than the longest.
    public enum Alignment: Hashable, Sendable, CaseIterable {
        /// At the side where the script starts: left for Latin, right for Arabic and Hebrew.
        case leading
        /// Centered.
        case center
        /// At the side where the script ends.
        case trailing
    }

    /// The part of an overlong text that an ellipsis replaces.
    public enum Truncation: Hashable, Sendable, CaseIterable {
        /// The end.
        case end
        /// The middle, for texts such as file names, of which both ends matter.
        case middle
    }

    /// The width in pixels at which lines are wrapped; nil, the default, for ``TextRenderer/sideLimit``.
    public var width: Int?
    /// The maximum number of lines; nil, the default, for no limit.
    ///
    /// With a limit the text is one paragraph: line breaks count as spaces.
    public var lineLimit: Int?
    /// The extra distance between lines in pixels; the default is 0.
    public var lineSpacing: Double
    /// The alignment of lines; the default is ``Alignment/leading``.
    public var alignment: Alignment
    /// The part of an overlong text that is left out; the default is ``Truncation/end``.
    public var truncation: Truncation

    /// Creates a layout; by default without a limit of lines.
    public init(
        width: Int? = nil, lineLimit: Int? = nil, lineSpacing: Double = 0, alignment: Alignment = .leading,
        truncation: Truncation = .end
    ) {
        self.width = width
        self.lineLimit = lineLimit
        self.lineSpacing = lineSpacing
        self.alignment = alignment
        self.truncation = truncation
    }

    /// One line, with an ellipsis where it is too long.
    public static let line = TextLayout(lineLimit: 1)
}
