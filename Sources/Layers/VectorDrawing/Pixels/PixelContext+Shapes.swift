internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// The rule that decides which points are inside overlapping outlines.
    public enum FillRule: Hashable, Sendable {
        /// Points with a winding number other than 0; the default.
        case nonZero
        /// Points with an odd winding number.
        case evenOdd
    }

    /// Fills a rectangle with the ``fillColor``.
    ///
    /// It fills exactly the pixels whose centers lie inside, so adjacent rectangles neither overlap nor leave a gap. In
    /// rotated coordinates its edges are antialiased like those of any shape.
    public mutating func fill(_ rect: Rect) {
        guard transform.isAxisAligned else {
            fill(Path(rect))
            return
        }
        let color = fillColor.pixel()
        forEachRow(of: rect) { Blending.over(color, onto: $2, count: $3) }
    }

    /// Fills a shape with the ``fillColor``; open subpaths are closed implicitly.
    ///
    /// - Complexity: O(covered pixels + 16 · rows · edges in a row).
    public mutating func fill(_ path: Path, rule: FillRule = .nonZero) {
        let polygons = path.flattened(within: tolerance).map { $0.points.map(transform.apply) }
        blend(fillColor, Coverage(polygons, isEvenOdd: rule == .evenOdd))
    }

    /// Strokes a path with the ``strokeColor`` and the ``strokeStyle``; overlapping parts are drawn once.
    ///
    /// - Complexity: that of ``fill(_:rule:)`` for the stroke's outline.
    public mutating func stroke(_ path: Path) {
        let outline = StrokeOutline(path.flattened(within: tolerance), style: strokeStyle, tolerance: tolerance)
        blend(strokeColor, Coverage(outline.polygons.map { $0.map(transform.apply) }))
    }

    /// Makes a rectangle transparent.
    public mutating func clear(_ rect: Rect) {
        guard transform.isAxisAligned else {
            let coverage = Coverage([rect.corners.map(transform.apply)])
            forEachRow(of: coverage) { Blending.erase($2, coverage: $3, count: $4) }
            return
        }
        forEachRow(of: rect) { $2.update(repeating: 0, count: $3) }
    }

    private mutating func blend(_ color: Color, _ coverage: Coverage) {
        let color = color.pixel()
        forEachRow(of: coverage) { Blending.over(color, coverage: $3, onto: $2, count: $4) }
    }

    /// The flattening tolerance in points: 1/64 pixel.
    private var tolerance: Double {
        let scales = [
            transform.a * transform.a + transform.b * transform.b,
            transform.c * transform.c + transform.d * transform.d,
        ]
        let scale = (scales.max() ?? 1).squareRoot()
        return scale > 0 ? 1 / (64 * scale) : 1
    }

    /// Calls `body` for each row of a rectangle within the clip.
    ///
    /// - Parameters:
    ///   - rect: the rectangle in points; the transform must keep it axis-aligned.
    ///   - body: receives the row, the first column, the pixels from there, and their number.
    mutating func forEachRow(of rect: Rect, _ body: (Int, Int, UnsafeMutablePointer<UInt32>, Int) -> Void) {
        let covered = pixels(coveredBy: rect)
        guard !covered.isEmpty else { return }
        for row in covered.rows {
            body(row, covered.x, pixels(ofRow: row, from: covered.x), covered.size.width)
        }
    }

    /// Calls `body` for each row with coverage within the clip.
    ///
    /// - Parameters:
    ///   - coverage: the coverage.
    ///   - body: receives the row, the first column, the pixels from there, the coverage of each, and their number.
    mutating func forEachRow(
        of coverage: Coverage, _ body: (Int, Int, UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>, Int) -> Void
    ) {
        coverage.forEachRow(in: clip) { row, column, covered in
            guard let base = covered.baseAddress else { return }
            body(row, column, pixels(ofRow: row, from: column), base, covered.count)
        }
    }
}

extension AffineTransform {
    /// Whether axis-aligned rectangles stay axis-aligned: the transform only translates and scales.
    var isAxisAligned: Bool { b == 0 && c == 0 }
}
