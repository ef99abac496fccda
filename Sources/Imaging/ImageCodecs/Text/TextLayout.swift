/// How text is set in lines.
public struct TextLayout: Hashable, Sendable {
    /// Where lines begin and end that are shorter than the longest.
    public enum Alignment: Hashable, Sendable, CaseIterable {
        /// At the side that the script begins at: left for Latin, right for Arabic and Hebrew; the default.
        case leading
        /// In the middle.
        case center
        /// At the side that the script ends at.
        case trailing
    }

    /// What is left out of text that is too long, for an ellipsis.
    public enum Truncation: Hashable, Sendable, CaseIterable {
        /// What comes last; the default.
        case end
        /// What is in the middle, as of file names, of which both ends tell something.
        case middle
    }

    /// The width that lines are wrapped at, in pixels; default ``TextRenderer/sideLimit``.
    public var width: Int?
    /// How many lines there may be; nil, the default, for as many as needed.
    ///
    /// With a limit the text is one paragraph: breaks between lines count as spaces.
    public var lineLimit: Int?
    /// What is added to the distance between lines, in pixels; default 0.
    public var lineSpacing: Double
    /// Where lines are; default ``Alignment/leading``.
    public var alignment: Alignment
    /// What is left out where there is no room; default ``Truncation/end``.
    public var truncation: Truncation

    /// By default as many lines as the text has.
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
