public import ImageCodecs
public import LayerTree
internal import TilePyramid

/// Text as a picture, with its plate, for one scale of the screen.
public struct DrawnText: Sendable {
    /// The picture; nil when there is nothing to see.
    public let buffer: PixelBuffer?
    /// The room it takes, in points: the lines of text and the plate around them.
    public let size: Size
    /// Where the picture lies in that room, in points; beyond it where letters are slanted.
    public let frame: Rect
    /// How far below the upper edge of the room the letters of the first line stand, in points.
    public let baseline: Double
    /// Whether an ellipsis stands for a part of the text.
    public let isTruncated: Bool

    /// Nothing, which takes no room.
    public static let empty = DrawnText(buffer: nil, size: .zero, frame: .zero, baseline: 0, isTruncated: false)

    private init(buffer: PixelBuffer?, size: Size, frame: Rect, baseline: Double, isTruncated: Bool) {
        self.buffer = buffer
        self.size = size
        self.frame = frame
        self.baseline = baseline
        self.isTruncated = isTruncated
    }

    /// Draws a text, on any thread.
    ///
    /// - Parameters:
    ///   - text: the text; an empty one takes no room, not even for a plate.
    ///   - style: how it looks.
    ///   - scale: pixels for each point.
    /// - Throws: ``ImageCodecs/CodecError`` when there is no font.
    public init(_ text: String, style: TextStyle, scale: Double) throws(CodecError) {
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
        // In the picture's pixels, counted from the upper left of the box.
        let letters = PixelRect(
            x: padding.x - mask.lineBox.x, y: padding.y - mask.lineBox.y, width: mask.size.width,
            height: mask.size.height)
        let all = letters.union(PixelRect(x: 0, y: 0, width: box.width, height: box.height))
        let buffer = PixelBuffer.drawn(size: all.size) { context in
            if let panel = style.panel {
                context.fillColor = panel.color
                let rect = Rect(
                    x: Double(-all.x), y: Double(-all.y), width: Double(box.width), height: Double(box.height))
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
