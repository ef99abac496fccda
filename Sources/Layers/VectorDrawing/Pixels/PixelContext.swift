public import TilePyramid

/// A drawing context: draws shapes, strokes and images over the pixels of a bitmap.
///
/// A context exists only while a bitmap is drawn: a layer's, or a ``PixelBuffer``. It belongs to no thread, so
/// bitmaps can be drawn anywhere.
///
/// Coordinates are in points, such as points of a layer's bounds; the context converts them to pixels. Nothing is drawn outside
/// the clip, which at first is the part that needs drawing. Colors, stroke style, shadow, transform and clip are the graphics
/// state, which ``withSavedState(_:)`` restores.
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

    private let memory: UnsafeMutableBufferPointer<UInt32>
    /// The columns and rows of the memory; at the origin unless the pixels are those of a shadow.
    private let bounds: PixelRect
    /// The transform from points of the bitmap to pixels.
    let baseTransform: AffineTransform
    var state: GraphicsState
    private var savedStates: [GraphicsState] = []
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
        self.init(
            memory, bounds: PixelRect(size),
            state: GraphicsState(transform: transform, clip: clip.intersection(PixelRect(size))))
    }

    /// Creates a context over memory of some pixels, row by row.
    init(_ memory: UnsafeMutableBufferPointer<UInt32>, bounds: PixelRect, state: GraphicsState) {
        self.memory = memory
        self.bounds = bounds
        self.state = state
        size = bounds.size
        baseTransform = state.transform
    }

    /// The color of fills; the default is black.
    public var fillColor: Color {
        get { state.fillColor }
        set { state.fillColor = newValue }
    }

    /// The color of strokes; the default is black.
    public var strokeColor: Color {
        get { state.strokeColor }
        set { state.strokeColor = newValue }
    }

    /// The stroke's width, caps and joins; the default is 1 point wide with butt caps and miter joins.
    public var strokeStyle: StrokeStyle {
        get { state.strokeStyle }
        set { state.strokeStyle = newValue }
    }

    /// The shadow of fills, strokes, images and text; the default is nil, for none.
    ///
    /// - Complexity: each drawing takes memory and time for the pixels of the clip and of a margin of up to one and a half
    ///   times the blur.
    public var shadow: Shadow? {
        get { state.shadow }
        set { state.shadow = newValue }
    }

    /// The transform from points to pixels.
    public var transform: AffineTransform { state.transform }

    /// The pixels that may be drawn to; where the clip is a path, a box around them.
    public var clip: PixelRect { state.clip }

    /// The shares of the clip's pixels that may be drawn to; nil if all are whole.
    var clipMask: ClipMask? { state.clipMask }

    /// The smallest rectangle in points that contains the clip; anything outside need not be drawn.
    public var clipBounds: Rect {
        guard let inverse = transform.inverse else { return .zero }
        return Rect(enclosing: Rect(clip).corners.map(inverse.apply))
    }

    /// Changes the coordinate system of everything drawn from now on.
    ///
    /// - Parameter transform: from the new coordinates to the current ones.
    public mutating func concatenate(_ transform: AffineTransform) {
        state.transform = transform.followed(by: state.transform)
    }

    /// Restricts drawing to a rectangle within the clip so far.
    ///
    /// It contains exactly the pixels that ``fill(_:)`` would fill: those whose centers lie inside. In rotated coordinates
    /// the clip is that of ``clip(to:rule:)``, with antialiased edges.
    public mutating func clip(to rect: Rect) {
        guard transform.isAxisAligned else {
            clip(to: Path(rect))
            return
        }
        state.clip = pixels(coveredBy: rect)
    }

    /// Restricts drawing to the inside of a path within the clip so far; open subpaths are closed implicitly.
    ///
    /// Pixels at its edges are drawn to in proportion to the exact area that is covered. The coverages of nested clips, and of
    /// what is drawn, are multiplied. Nothing is drawn if the path has no area.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - rule: the rule that decides which points are inside; nonzero by default.
    /// - Complexity: as for ``fill(_:rule:)``, and a byte for each pixel of the clip.
    public mutating func clip(to path: Path, rule: FillRule = .nonZero) {
        let coverage = PathCoverage(path, rule: rule, transform: transform, visible: clip)
        let mask = ClipMask(coverage, in: coverage.pixelBounds, within: clipMask)
        state.clip = mask.isEmpty ? .none : coverage.pixelBounds
        state.clipMask = mask.isEmpty || mask.isWhole ? nil : mask
    }

    /// Calls `body` and then restores colors, stroke style, shadow, transform and clip.
    public mutating func withSavedState<Result, Failure: Error>(
        _ body: (inout PixelContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let saved = state
        let outer = savedStates
        savedStates = []
        defer {
            state = saved
            savedStates = outer
        }
        return try body(&self)
    }

    /// Saves colors, stroke style, shadow, transform and clip; see ``restoreGState()``.
    ///
    /// States are saved one above the other. Where a closure fits, ``withSavedState(_:)`` cannot be left unbalanced.
    public mutating func saveGState() {
        savedStates.append(state)
    }

    /// Restores what ``saveGState()`` saved last; does nothing if nothing is left, or if it was saved outside of the closure of
    /// ``withSavedState(_:)``.
    public mutating func restoreGState() {
        if let saved = savedStates.popLast() { state = saved }
    }

    /// Calls `body` with all pixels: premultiplied 0xAARRGGBB, from the upper left, `size.width` for each row.
    ///
    /// Only pixels within ``clip`` should be changed; the others keep their previous drawing. A path that the context is
    /// clipped to, and a shadow, have no effect on them.
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
        clip.intersection(bounds.pixels(withCentersIn: Rect(enclosing: rect.corners.map(transform.apply))))
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
        return base + ((row - bounds.y) * bounds.size.width + column - bounds.x)
    }
}

extension PixelRect {
    /// Returns the pixels whose centers lie in a box; its left and top edges are inclusive.
    func pixels(withCentersIn box: Rect) -> PixelRect {
        pixels(from: Point(x: box.minX - 0.5, y: box.minY - 0.5), to: Point(x: box.maxX - 0.5, y: box.maxY - 0.5), .up)
    }

    /// Returns the pixels that a box touches.
    func pixels(touchedBy box: Rect) -> PixelRect {
        pixels(from: box.origin, to: Point(x: box.maxX, y: box.maxY), .down)
    }

    /// Returns the pixels between two corners, of which the first is rounded by a rule and the second up.
    ///
    /// NaN counts as the first pixel.
    private func pixels(from first: Point, to end: Point, _ rule: FloatingPointRoundingRule) -> PixelRect {
        func limited(_ edge: Double, to pixels: Range<Int>) -> Int {
            edge > Double(pixels.lowerBound) ? Int(min(edge, Double(pixels.upperBound))) : pixels.lowerBound
        }
        let x = limited(first.x.rounded(rule), to: columns)
        let y = limited(first.y.rounded(rule), to: rows)
        return PixelRect(
            x: x, y: y, width: limited(end.x.rounded(.up), to: columns) - x,
            height: limited(end.y.rounded(.up), to: rows) - y)
    }
}
