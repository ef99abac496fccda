public import TilePyramid

/// Drawn text, without a color: how much of each pixel its letters cover.
public struct TextMask: Hashable, Sendable {
    /// Pixels each way; none for empty text.
    public let size: PixelSize
    /// How much of each pixel is covered, in 255ths, row after row without gaps.
    public let coverage: [UInt8]
    /// The room that the lines take, in the mask's pixels: as wide as the longest line, and as high as the font wants
    /// lines to be, whatever letters are in them.
    ///
    /// The mask is larger where letters reach beyond that, as slanted ones do.
    public let lineBox: PixelRect
    /// The row below the one that the letters of the first line stand on, such as those of "abc".
    public let baseline: Int
    /// How many lines there are.
    public let lineCount: Int
    /// Whether an ellipsis stands for a part of the text.
    public let isTruncated: Bool

    /// Nothing drawn.
    static let empty = TextMask(
        size: PixelSize(width: 0, height: 0), coverage: [], lineBox: PixelRect(x: 0, y: 0, width: 0, height: 0),
        baseline: 0, lineCount: 0, isTruncated: false)
}
