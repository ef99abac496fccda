internal import LayerTree
public import TextRendering
internal import TilePyramid
public import VectorDrawing

extension PixelContext {
    /// Draws text that was rendered as a mask at this context's resolution.
    ///
    /// - Parameters:
    ///   - mask: the text's coverage.
    ///   - column: the column of the left edge of its ``TextMask/lineBox``.
    ///   - row: the row of that box's upper edge.
    ///   - color: the color of the letters.
    public mutating func draw(_ mask: TextMask, column: Int, row: Int, color: Color) {
        let rect = PixelRect(
            x: column - mask.lineBox.x, y: row - mask.lineBox.y, width: mask.size.width, height: mask.size.height)
        fill(color, coverage: mask.coverage, in: rect)
    }

    /// Draws a text in a rectangle; lines are wrapped, aligned and cut in it.
    ///
    /// Letters are drawn at the resolution of the context's transform, and stand on whole pixels; in rotated coordinates they
    /// are drawn upright first and then sampled. The text casts the context's shadow. A missing font is an error, which the
    /// drawing of a layer usually ignores:
    ///
    /// ```swift
    /// override func draw(in context: inout PixelContext) {
    ///     context.fill(self.bounds)
    ///     let style = TextStyle(color: .white, alignment: .center)
    ///     _ = try? context.draw("Push the Limits", in: self.bounds, style: style)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - rect: the rectangle in points; nothing is drawn outside it.
    ///   - style: the style of characters without attributes of their own; the default is one black line of 14 points.
    /// - Returns: whether all of the text was drawn, without omissions.
    /// - Throws: ``TextError`` when no font is installed.
    /// - Complexity: about O(characters + pixels).
    @discardableResult
    public mutating func draw(
        _ text: AttributedText, in rect: Rect, style: TextStyle = TextStyle()
    ) throws(TextError) -> Bool {
        guard !rect.isEmpty, !clip.isEmpty else { return text.isEmpty }
        let scale = abs(transform.determinant).squareRoot()
        let drawn = try DrawnText(text, style: style, scale: scale, box: rect.size)
        guard let buffer = drawn.buffer else { return !drawn.isTruncated }
        let frame = Rect(
            x: rect.minX + drawn.frame.minX, y: rect.minY + drawn.frame.minY, width: drawn.frame.size.width,
            height: drawn.frame.size.height)
        if transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0 {
            blend(buffer, at: transform.apply(to: frame.origin))
        } else {
            draw(buffer, in: frame)
        }
        return !drawn.isTruncated
    }

    /// Draws an image pixel for pixel.
    ///
    /// - Parameters:
    ///   - buffer: the image.
    ///   - corner: its upper left corner in pixels, which will be rounded.
    private mutating func blend(_ buffer: PixelBuffer, at corner: Point) {
        // What is this far outside is not seen, and must not overflow.
        guard abs(corner.x) < 1e6, abs(corner.y) < 1e6 else { return }
        draw(buffer, column: Int(corner.x.rounded()), row: Int(corner.y.rounded()))
    }
}
