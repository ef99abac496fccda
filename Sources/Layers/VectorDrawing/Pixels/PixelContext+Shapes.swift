internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// The rule that decides which points are inside overlapping outlines.
    public typealias FillRule = VectorDrawing.FillRule

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
    /// Pixels at its edges are colored by the exact area that is covered.
    ///
    /// - Complexity: O(n log n + covered pixels), for n lines within the clip.
    public mutating func fill(_ path: Path, rule: FillRule = .nonZero) {
        blend(fillColor, PathCoverage(path, rule: rule, transform: transform, visible: clip))
    }

    /// Strokes a path with the ``strokeColor`` and the ``strokeStyle``; overlapping parts are drawn once.
    ///
    /// The outline is computed in the current coordinates: a transform that shears or scales unevenly deforms the stroke.
    ///
    /// - Complexity: as for ``fill(_:rule:)`` with the stroke's outline.
    public mutating func stroke(_ path: Path) {
        blend(strokeColor, PathCoverage(stroking: path, style: strokeStyle, transform: transform, visible: clip))
    }

    /// Makes a rectangle transparent.
    public mutating func clear(_ rect: Rect) {
        guard transform.isAxisAligned else {
            forEachSpan(of: coverage(of: rect)) { target, coverage, _, count in
                if let coverage {
                    Blending.erase(target, coverage: coverage, count: count)
                } else {
                    target.update(repeating: 0, count: count)
                }
            }
            return
        }
        forEachRow(of: rect) { $2.update(repeating: 0, count: $3) }
    }

    private mutating func blend(_ color: Color, _ coverage: PathCoverage) {
        let color = color.pixel()
        forEachSpan(of: coverage) { target, coverage, _, count in
            if let coverage {
                Blending.over(color, coverage: coverage, onto: target, count: count)
            } else {
                Blending.over(color, onto: target, count: count)
            }
        }
    }

    /// The coverage of a rectangle given in points, within the clip.
    func coverage(of rect: Rect) -> PathCoverage {
        PathCoverage(polygons: [rect.corners.map(transform.apply)], visible: clip)
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

    /// Calls `body` for each span of pixels with coverage within the clip.
    ///
    /// - Parameters:
    ///   - coverage: the coverage.
    ///   - body: receives the pixels of the span, the coverage of each (nil if all are fully covered), the span, and the
    ///     number of pixels.
    mutating func forEachSpan(
        of coverage: PathCoverage,
        _ body: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>?, PathCoverage.Span, Int) -> Void
    ) {
        coverage.forEachSpan(in: clip) { span in
            body(pixels(ofRow: span.row, from: span.columns.lowerBound), span.coverage, span, span.columns.count)
        }
    }
}

extension AffineTransform {
    /// Whether axis-aligned rectangles stay axis-aligned: the transform only translates and scales.
    var isAxisAligned: Bool { b == 0 && c == 0 }
}
