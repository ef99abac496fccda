public import TilePyramid

/// Rendered text without a color: the coverage of each pixel.
public struct TextMask: Hashable, Sendable {
    /// The width and height in pixels; 0 × 0 for empty text.
    public let size: PixelSize
    /// The coverage of each pixel, from 0 to 255, row by row without gaps.
    public let coverage: [UInt8]
    /// The line box in the mask's pixels: as wide as the longest line, and as high as all lines by the font's
    /// metrics.
    ///
    /// The mask is larger if glyphs reach beyond the box, as slanted glyphs do.
    public let lineBox: PixelRect
    /// The baseline of the first line: the pixel row below its letters, such as those of "abc".
    public let baseline: Int
    /// The number of lines.
    public let lineCount: Int
    /// True when a part of the text is left out, usually replaced by an ellipsis.
    public let isTruncated: Bool

    /// The mask of an empty text.
    static let empty = TextMask(
        size: PixelSize(width: 0, height: 0), coverage: [], lineBox: PixelRect(x: 0, y: 0, width: 0, height: 0),
        baseline: 0, lineCount: 0, isTruncated: false)
}
