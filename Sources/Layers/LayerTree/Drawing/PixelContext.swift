public import TilePyramid

/// A picture that is being drawn: shapes, lines and other pictures, each put over what is there.
///
/// It exists only while something is drawn: in ``Layer/draw(in:)``, or while a ``PixelBuffer`` is made by drawing. It
/// belongs to no thread, so pictures can be drawn anywhere.
///
/// Coordinates are points of what is drawn, a layer's bounds for instance; the context knows how many pixels these are.
/// Nothing is drawn outside its clip, which at first is the part that was asked for.
///
/// ```swift
/// override func draw(in context: inout PixelContext) {
///     context.strokeColor = Color(red: 1, green: 0, blue: 0)
///     context.strokeStyle.width = 10
///     context.stroke(Path(ellipseIn: bounds))
/// }
/// ```
public struct PixelContext: ~Copyable {
    /// What can be changed for a while; see ``withSavedState(_:)``.
    private struct State {
        var transform: AffineTransform
        var clip: PixelRect
        var fillColor = Color.black
        var strokeColor = Color.black
        var strokeStyle = StrokeStyle()
    }

    /// The pixels of the whole picture.
    public let size: PixelSize

    private let memory: UnsafeMutableBufferPointer<UInt32>
    private var state: State
    /// Whether anything was drawn, or may have been.
    private(set) var hasDrawn = false

    /// A context of pixels that live longer than it.
    ///
    /// - Parameters:
    ///   - memory: the pixels, with what is there already.
    ///   - size: pixels each way.
    ///   - transform: from points to pixels.
    ///   - clip: the pixels in which something may be drawn.
    init(
        _ memory: UnsafeMutableBufferPointer<UInt32>, size: PixelSize, transform: AffineTransform, clip: PixelRect
    ) {
        self.memory = memory
        self.size = size
        state = State(
            transform: transform,
            clip: clip.intersection(PixelRect(x: 0, y: 0, width: size.width, height: size.height)))
    }
}

extension PixelContext {
    /// What shapes are filled with; default black.
    public var fillColor: Color {
        get { state.fillColor }
        set { state.fillColor = newValue }
    }

    /// What lines are drawn with; default black.
    public var strokeColor: Color {
        get { state.strokeColor }
        set { state.strokeColor = newValue }
    }

    /// How lines are drawn; default 1 point wide with sharp corners.
    public var strokeStyle: StrokeStyle {
        get { state.strokeStyle }
        set { state.strokeStyle = newValue }
    }

    /// From points to pixels.
    public var transform: AffineTransform { state.transform }

    /// The pixels in which something is drawn.
    public var clip: PixelRect { state.clip }

    /// The smallest rectangle of points that holds all that is drawn: what lies outside need not be drawn at all.
    public var clipBounds: Rect {
        guard let inverse = transform.inverse else { return .zero }
        return Rect(enclosing: Rect(clip).corners.map(inverse.apply))
    }

    /// Draws with what follows given in other coordinates.
    ///
    /// - Parameter transform: from the new coordinates to those up to now.
    public mutating func concatenate(_ transform: AffineTransform) {
        state.transform = transform.followed(by: state.transform)
    }

    /// Draws nothing outside of a rectangle from now on; of a turned one, outside of the upright one that holds it.
    public mutating func clip(to rect: Rect) {
        state.clip = clip.intersection(pixels(coveredBy: Rect(enclosing: rect.corners.map(transform.apply))))
    }

    /// Draws something and takes back what it has changed of colors, style, coordinates and clip.
    public mutating func withSavedState<Result, Failure: Error>(
        _ body: (inout PixelContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let saved = state
        defer { state = saved }
        return try body(&self)
    }

    /// Runs `body` with all pixels: premultiplied 0xAARRGGBB, from the upper left, `size.width` to a row.
    ///
    /// Only those within ``clip`` should be changed: the others are not asked for, and hold what was there before.
    public mutating func withPixels<Result, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        hasDrawn = true
        return try body(memory)
    }
}

extension PixelContext {
    /// The pixels whose centers lie in a rectangle of pixels, on its left or its upper edge included.
    func pixels(coveredBy rect: Rect) -> PixelRect {
        func first(_ edge: Double, _ limit: Int) -> Int {
            let pixel = (edge - 0.5).rounded(.up)
            return pixel > 0 ? Int(min(pixel, Double(limit))) : 0
        }
        let (x, y) = (first(rect.minX, size.width), first(rect.minY, size.height))
        return PixelRect(
            x: x, y: y, width: first(rect.maxX, size.width) - x, height: first(rect.maxY, size.height) - y)
    }

    /// Copies another picture of the same size, leaving out some pixels; that does not count as drawing.
    func copy(_ buffer: PixelBuffer, exceptIn rect: PixelRect) {
        buffer.withPixels { pixels in
            _ = memory.update(fromContentsOf: pixels)
        }
        for row in rect.rows {
            let start = row * size.width
            memory[start + rect.columns.lowerBound..<start + rect.columns.upperBound].update(repeating: 0)
        }
    }

    /// Some pixels of a row, within the picture, to be drawn.
    mutating func pixels(ofRow row: Int, from column: Int) -> UnsafeMutablePointer<UInt32> {
        hasDrawn = true
        guard let base = memory.baseAddress else { preconditionFailure("a picture has at least one pixel") }
        return base + (row * size.width + column)
    }
}

extension Rect {
    /// Some pixels, as a rectangle.
    init(_ pixels: PixelRect) {
        self.init(
            x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.size.width),
            height: Double(pixels.size.height))
    }
}
