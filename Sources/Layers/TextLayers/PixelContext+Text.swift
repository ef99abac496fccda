public import LayerTree
internal import PixelKernels
public import TextRendering
internal import TilePyramid

extension PixelContext {
    /// Draws text that was rendered as a mask at this context's resolution.
    ///
    /// - Parameters:
    ///   - mask: the text's coverage.
    ///   - column: the column of the left edge of its ``TextMask/lineBox``.
    ///   - row: the row of that box's upper edge.
    ///   - color: the color of the letters.
    public mutating func draw(_ mask: TextMask, column: Int, row: Int, color: Color) {
        let (left, top) = (column - mask.lineBox.x, row - mask.lineBox.y)
        let seen = PixelRect(x: left, y: top, width: mask.size.width, height: mask.size.height).intersection(clip)
        guard !seen.isEmpty else { return }
        let pixel = color.pixel()
        let stride = size.width
        withPixels { pixels in
            mask.coverage.withUnsafeBufferPointer { coverage in
                guard let target = pixels.baseAddress, let source = coverage.baseAddress else { return }
                for y in seen.rows {
                    Blending.over(
                        pixel, coverage: source + (y - top) * mask.size.width + seen.x - left,
                        onto: target + y * stride + seen.x, count: seen.size.width)
                }
            }
        }
    }
}
