/// Options for laying out a text in lines: the size, the alignment and the limits; lengths are in pixels.
public struct TextLayoutOptions: Hashable, Sendable {
    /// The horizontal alignment of lines that are shorter than the width or, without one, than the longest.
    public enum Alignment: Hashable, Sendable, CaseIterable {
        /// At the side where the script starts, the natural one: left for Latin, right for Arabic and Hebrew.
        case leading
        /// Centered.
        case center
        /// At the side where the script ends.
        case trailing
        /// At the left in all scripts.
        case left
        /// At the right in all scripts.
        case right
        /// At both sides: spaces are widened in all lines but the last of a paragraph, which is aligned as with ``leading``.
        case justified
    }

    /// The part of an overlong text that an ellipsis replaces.
    public enum Truncation: Hashable, Sendable, CaseIterable {
        /// The end.
        case end
        /// The middle, for texts with two important ends, such as file names.
        case middle
        /// The start of the last line, for texts such as paths, whose end matters.
        case start
        /// None: lines beyond the limit are left out, and long lines are cut at the edge.
        case none
    }

    /// The places where a line that is too long for the width is broken.
    public enum Wrapping: Hashable, Sendable, CaseIterable {
        /// Between words, and within a word that is too long for a line of its own.
        case word
        /// Between any two characters.
        case character
        /// Nowhere: each paragraph is one line, which is truncated.
        case none
    }

    /// The width in pixels at which lines are wrapped; nil, the default, for ``TextRenderer/sideLimit``.
    public var width: Int?
    /// The height in pixels at which the text is truncated if the number of lines is not limited; nil, the default, for
    /// ``TextRenderer/sideLimit``.
    ///
    /// Each paragraph keeps one line at least.
    public var height: Int?
    /// The maximum number of lines; nil, the default, for no limit.
    ///
    /// Paragraphs stay apart. With ``Truncation/end``, the text after the last line is left out. ``Truncation/middle`` and
    /// ``Truncation/start`` keep the end of the text: the last line and the rest of the text count as one paragraph. With a
    /// limit of one line and an ellipsis the whole text is one paragraph: line breaks count as spaces.
    public var lineLimit: Int?
    /// The extra distance between lines in pixels; the default is 0.
    public var lineSpacing: Double
    /// The alignment of lines; the default is ``Alignment/leading``.
    public var alignment: Alignment
    /// The part of an overlong text that is left out; the default is ``Truncation/end``.
    public var truncation: Truncation
    /// The wrapping of lines; the default is ``Wrapping/word``.
    public var wrapping: Wrapping

    /// Creates options; by default without a limit of lines.
    public init(
        width: Int? = nil, height: Int? = nil, lineLimit: Int? = nil, lineSpacing: Double = 0,
        alignment: Alignment = .leading, truncation: Truncation = .end, wrapping: Wrapping = .word
    ) {
        self.width = width
        self.height = height
        self.lineLimit = lineLimit
        self.lineSpacing = lineSpacing
        self.alignment = alignment
        self.truncation = truncation
        self.wrapping = wrapping
    }

    /// One line, with an ellipsis where it is too long.
    public static let line = TextLayoutOptions(lineLimit: 1)

    /// Whether line breaks count as spaces.
    var isOneParagraph: Bool { truncation != .none && lineLimit.map { $0 <= 1 } == true }
}
