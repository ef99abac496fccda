internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// Which places of overlapping outlines are filled.
    public enum FillRule: Hashable, Sendable {
        /// All that the outlines run around, unless as often one way as the other; the default.
        case nonZero
        /// Those that an odd number of outlines lie around.
        case evenOdd
    }

    /// Fills a rectangle with the ``fillColor``.
    ///
    /// Exactly the pixels whose centers lie in it are filled, so neighbors neither overlap nor leave a gap; in turned
    /// coordinates its edges are smooth as with every shape.
    public mutating func fill(_ rect: Rect) {
        guard transform.isAxisAligned else {
            fill(Path(rect))
            return
        }
        let color = fillColor.pixel()
        forEachRow(of: rect) { Blending.over(color, onto: $2, count: $3) }
    }

    /// Fills a shape with the ``fillColor``; open outlines count as closed.
    ///
    /// - Complexity: O(pixels it covers + 16 · rows · edges in a row).
    public mutating func fill(_ path: Path, rule: FillRule = .nonZero) {
        let polygons = path.flattened(within: tolerance).map { $0.points.map(transform.apply) }
        blend(fillColor, Coverage(polygons, rule: rule == .nonZero ? .nonZero : .evenOdd))
    }

    /// Draws a line along a path with the ``strokeColor`` and the ``strokeStyle``; where it overlaps itself it is drawn
    /// once.
    ///
    /// - Complexity: as of ``fill(_:rule:)``, for the outline of the line.
    public mutating func stroke(_ path: Path) {
        let outline = StrokeOutline(
            path.flattened(within: tolerance), style: strokeStyle, tolerance: tolerance)
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

    /// How far lines may be off curves, in points: 1/64 of a pixel.
    private var tolerance: Double {
        let scales = [
            transform.a * transform.a + transform.b * transform.b,
            transform.c * transform.c + transform.d * transform.d,
        ]
        let scale = (scales.max() ?? 1).squareRoot()
        return scale > 0 ? 1 / (64 * scale) : 1
    }
}

extension PixelContext {
    /// Runs `body` for each row that a rectangle of points covers within the clip.
    ///
    /// - Parameters:
    ///   - rect: the rectangle, in coordinates that stay upright.
    ///   - body: gets the row and the first column, the pixels from there on, and how many they are.
    mutating func forEachRow(of rect: Rect, _ body: (Int, Int, UnsafeMutablePointer<UInt32>, Int) -> Void) {
        let covered = clip.intersection(pixels(coveredBy: Rect(enclosing: rect.corners.map(transform.apply))))
        guard !covered.isEmpty else { return }
        for row in covered.rows {
            body(row, covered.x, pixels(ofRow: row, from: covered.x), covered.size.width)
        }
    }

    /// Runs `body` for each row in which something is covered within the clip.
    ///
    /// - Parameters:
    ///   - coverage: what is covered.
    ///   - body: gets the row and the first column, the pixels from there on, how much of each is covered, and how many
    ///     they are.
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
    /// Whether rectangles stay upright.
    var isAxisAligned: Bool { b == 0 && c == 0 }
}
