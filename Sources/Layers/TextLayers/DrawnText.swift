public import LayerTree
public import TextRendering
internal import TilePyramid

/// Text as pixels, with its panel, for one scale of the screen.
public struct DrawnText: Sendable {
    /// The pixels; nil if there is nothing to see.
    public let buffer: PixelBuffer?
    /// The size of the box around the lines of text and the panel, in points.
    public let size: Size
    /// The buffer's frame relative to that box, in points; it is larger where slanted letters overhang.
    public let frame: Rect
    /// The distance of the first line's baseline from the top of the box, in points.
    public let baseline: Double
    /// Whether a part of the text was replaced by an ellipsis.
    public let isTruncated: Bool

    /// Text without pixels and size.
    public static let empty = DrawnText(buffer: nil, size: .zero, frame: .zero, baseline: 0, isTruncated: false)
}

extension DrawnText {
    /// Draws a text; can be called on any thread.
    ///
    /// - Parameters:
    ///   - text: the text; an empty one has size zero, even with a panel.
    ///   - style: its look.
    ///   - scale: pixels per point.
    /// - Throws: ``TextError`` when no font is installed.
    public init(_ text: String, style: TextStyle, scale: Double) throws(TextError) {
        let mask = try TextRenderer.draw(
            text, font: style.pixelFont(scale: scale), layout: style.pixelLayout(scale: scale))
        guard mask.size.area > 0 else {
            self = .empty
            return
        }
        func pixels(_ length: Double?) -> Int { Int(((length ?? 0) * scale).rounded()) }
        let padding = (x: pixels(style.panel?.horizontalPadding), y: pixels(style.panel?.verticalPadding))
        let box = PixelSize(
            width: mask.lineBox.size.width + 2 * padding.x, height: mask.lineBox.size.height + 2 * padding.y)
        // In pixels of the buffer, relative to the upper left corner of the box.
        let letters = PixelRect(
            x: padding.x - mask.lineBox.x, y: padding.y - mask.lineBox.y, width: mask.size.width,
            height: mask.size.height)
        let all = letters.union(PixelRect(box))
        let buffer = PixelBuffer.drawn(size: all.size) { context in
            if let panel = style.panel {
                context.fillColor = panel.color
                let rect = Rect(PixelRect(x: -all.x, y: -all.y, width: box.width, height: box.height))
                context.fill(Path(roundedRect: rect, radius: panel.radius * scale))
            }
            context.draw(mask, column: padding.x - all.x, row: padding.y - all.y, color: style.color)
        }
        self.init(
            buffer: buffer, size: Size(width: Double(box.width) / scale, height: Double(box.height) / scale),
            frame: Rect(
                x: Double(all.x) / scale, y: Double(all.y) / scale, width: Double(all.size.width) / scale,
                height: Double(all.size.height) / scale),
            baseline: Double(padding.y + mask.baseline - mask.lineBox.y) / scale, isTruncated: mask.isTruncated)
    }
}
