public import TilePyramid

/// A drawing context: draws shapes, strokes and images over the pixels of a bitmap.
///
/// A context exists only while a bitmap is drawn: a layer's, or a ``PixelBuffer``. It belongs to no thread, so
/// bitmaps can be drawn anywhere.
///
/// Coordinates are in points, such as points of a layer's bounds; the context converts them to pixels. Nothing is drawn outside
/// the clip, which at first is the part that needs drawing.
///
/// ```swift
/// override func draw(in context: inout PixelContext) {
///     context.strokeColor = Color(red: 1, green: 0, blue: 0)
///     context.strokeStyle.width = 10
///     context.stroke(Path(ellipseIn: self.bounds))
/// }
/// ```
public struct PixelContext: ~Copyable {
    /// The size of the whole bitmap in pixels.
    public let size: PixelSize
    /// The color of fills; the default is black.
    public var fillColor = Color.black
    /// The color of strokes; the default is black.
    public var strokeColor = Color.black
    /// The stroke's width, caps and joins; the default is 1 point wide with butt caps and miter joins.
    public var strokeStyle = StrokeStyle()
    /// The transform from points to pixels.
    public private(set) var transform: AffineTransform
    /// The pixels that may be drawn to.
    public private(set) var clip: PixelRect

    private let memory: UnsafeMutableBufferPointer<UInt32>
    /// Whether something may have been drawn.
    package private(set) var hasDrawn = false

    /// Creates a context over memory that outlives it.
    ///
    /// - Parameters:
    ///   - memory: the pixels, with their current values.
    ///   - size: width and height in pixels.
    ///   - transform: from points to pixels.
    ///   - clip: the pixels that may be drawn to.
    package init(
        _ memory: UnsafeMutableBufferPointer<UInt32>, size: PixelSize, transform: AffineTransform, clip: PixelRect
    ) {
        self.memory = memory
        self.size = size
        self.transform = transform
        self.clip = clip.intersection(PixelRect(size))
    }

    /// The smallest rectangle in points that contains the clip; anything outside need not be drawn.
    public var clipBounds: Rect {
        guard let inverse = transform.inverse else { return .zero }
        return Rect(enclosing: Rect(clip).corners.map(inverse.apply))
    }

    /// Changes the coordinate system of everything drawn from now on.
    ///
    /// - Parameter transform: from the new coordinates to the current ones.
    public mutating func concatenate(_ transform: AffineTransform) {
        self.transform = transform.followed(by: self.transform)
    }

    /// Restricts drawing to a rectangle; in rotated coordinates, to its bounding box.
    public mutating func clip(to rect: Rect) {
        clip = pixels(coveredBy: rect)
    }

    /// Calls `body` and then restores colors, stroke style, transform and clip.
    public mutating func withSavedState<Result, Failure: Error>(
        _ body: (inout PixelContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let saved = (fillColor, strokeColor, strokeStyle, transform, clip)
        defer { (fillColor, strokeColor, strokeStyle, transform, clip) = saved }
        return try body(&self)
    }

    /// Calls `body` with all pixels: premultiplied 0xAARRGGBB, from the upper left, `size.width` for each row.
    ///
    /// Only pixels within ``clip`` should be changed; the others keep their previous drawing.
    public mutating func withPixels<Result, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        hasDrawn = true
        return try body(memory)
    }

    /// The pixels of the clip whose centers lie in the bounding box of a rectangle given in points.
    ///
    /// The left and top edges of that box are inclusive.
    func pixels(coveredBy rect: Rect) -> PixelRect {
        func first(_ edge: Double, _ limit: Int) -> Int {
            let pixel = (edge - 0.5).rounded(.up)
            return pixel > 0 ? Int(min(pixel, Double(limit))) : 0
        }
        let box = Rect(enclosing: rect.corners.map(transform.apply))
        let x = first(box.minX, size.width)
        let y = first(box.minY, size.height)
        return clip.intersection(
            PixelRect(x: x, y: y, width: first(box.maxX, size.width) - x, height: first(box.maxY, size.height) - y))
    }

    /// Copies another bitmap of the same size except for a rectangle, which it clears; this does not count as drawing.
    package func copy(_ buffer: PixelBuffer, exceptIn rect: PixelRect) {
        buffer.withPixels { _ = memory.update(fromContentsOf: $0) }
        for row in rect.rows {
            let start = row * size.width
            memory[start + rect.columns.lowerBound..<start + rect.columns.upperBound].update(repeating: 0)
        }
    }

    /// The pixels of a row from a column on, both within the bitmap, for drawing.
    mutating func pixels(ofRow row: Int, from column: Int) -> UnsafeMutablePointer<UInt32> {
        hasDrawn = true
        guard let base = memory.baseAddress else { preconditionFailure("a bitmap must have at least one pixel") }
        return base + (row * size.width + column)
    }
}
