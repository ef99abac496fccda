public import TilePyramid

/// The size and the lines of a text that was laid out; in pixels from the upper left corner of the layout.
public struct TextMetrics: Hashable, Sendable {
    /// The box around all lines: as wide as the longest line, and as high as all lines by the fonts' metrics.
    ///
    /// It begins to the right of the layout's left edge if lines are aligned within a width.
    public let lineBox: PixelRect
    /// The box of each line.
    public let lines: [PixelRect]
    /// The baseline of the first line: the pixel row below its letters, such as those of "abc".
    public let baseline: Int
    /// True when a part of the text is left out.
    public let isTruncated: Bool

    /// The number of lines.
    public var lineCount: Int { lines.count }

    /// The metrics of an empty text.
    static let empty = TextMetrics(
        lineBox: PixelRect(x: 0, y: 0, width: 0, height: 0), lines: [], baseline: 0, isTruncated: false)
}
