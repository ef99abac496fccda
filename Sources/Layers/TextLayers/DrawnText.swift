internal import LayerTree
public import TextRendering
internal import TilePyramid
public import VectorDrawing

/// Text as pixels, with its panel, for one scale of the screen.
public struct DrawnText: Sendable {
    /// The pixels; nil if nothing is visible.
    public let buffer: PixelBuffer?
    /// The size of the box in points: the given box, or the lines of text with the panel.
    public let size: Size
    /// The buffer's frame relative to the box, in points; it is larger than the box if slanted letters overhang.
    public let frame: Rect
    /// The distance of the first line's baseline from the top of the box, in points.
    public let baseline: Double
    /// The number of lines.
    public let lineCount: Int
    /// Whether a part of the text is missing: an ellipsis usually replaces it, or the given box cuts it off.
    public let isTruncated: Bool

    /// Text without pixels and size.
    public static let empty = DrawnText(
        buffer: nil, size: .zero, frame: .zero, baseline: 0, lineCount: 0, isTruncated: false)
}

extension DrawnText {
    /// Draws a plain text; can be called on any thread.
    ///
    /// - Parameters:
    ///   - text: the text; an empty one has size zero, even with a panel.
    ///   - style: the style of the text.
    ///   - scale: pixels per point.
    /// - Throws: ``TextError`` when no font is installed.
    public init(_ text: String, style: TextStyle, scale: Double) throws(TextError) {
        try self.init(AttributedText(text), style: style, scale: scale)
    }

    /// Draws a text; can be called on any thread.
    ///
    /// - Parameters:
    ///   - text: the text; an empty one has size zero, even with a panel, unless a box is given.
    ///   - style: the style of characters without attributes of their own.
    ///   - scale: pixels per point; numbers that are not positive count as 1.
    ///   - box: the size in points in which lines are wrapped, aligned and cut; nil, the default, for the size of the text.
    /// - Throws: ``TextError`` when no font is installed.
    /// - Complexity: about O(characters + pixels).
    public init(
        _ text: AttributedText, style: TextStyle, scale: Double, box: Size? = nil
    ) throws(TextError) {
        let scale = Self.valid(scale)
        let arrangement = BoxArrangement(style, scale: scale, box: box)
        self = try TextRenderer.withLayout(
            text.scaled(by: scale), font: style.pixelFont(scale: scale), layout: arrangement.layout
        ) { (text) throws(TextError) in arrangement.draw(text) }
    }

    /// The size of a text with its panel in points, as it would be drawn; can be called on any thread.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - style: the style of characters without attributes of their own.
    ///   - scale: pixels per point.
    /// - Returns: the size; zero for an empty text.
    /// - Throws: ``TextError`` when no font is installed.
    /// - Complexity: about O(characters).
    public static func size(
        of text: AttributedText, style: TextStyle, scale: Double
    ) throws(TextError) -> Size {
        let scale = valid(scale)
        let arrangement = BoxArrangement(style, scale: scale, box: nil)
        let metrics = try TextRenderer.measure(
            text.scaled(by: scale), font: style.pixelFont(scale: scale), layout: arrangement.layout)
        guard metrics.lineCount > 0 else { return .zero }
        let size = arrangement.size(around: metrics)
        return Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }

    /// Returns a valid scale: the number if it is positive and finite, otherwise 1.
    private static func valid(_ scale: Double) -> Double { scale > 0 && scale.isFinite ? scale : 1 }
}
