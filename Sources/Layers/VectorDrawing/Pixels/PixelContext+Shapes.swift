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
        castShadow { transform, _, visible in
            visible.pixels(withCentersIn: Rect(enclosing: rect.corners.map(transform.apply)))
        } of: { context, _ in
            context.fill(rect)
        }
        let color = fillColor.pixel()
        forEachRow(of: pixels(coveredBy: rect)) { _, _, target, coverage, count in
            target.blend(color, coverage: coverage, count: count)
        }
    }

    /// Fills a shape with the ``fillColor``; open subpaths are closed implicitly.
    ///
    /// Pixels at its edges are colored by the exact area that is covered.
    ///
    /// - Complexity: O(n log n + covered pixels), for n lines within the clip.
    public mutating func fill(_ path: Path, rule: FillRule = .nonZero) {
        blend(fillColor) { PathCoverage(path, rule: rule, transform: $0, visible: $1) }
    }

    /// Strokes a path with the ``strokeColor`` and the ``strokeStyle``; overlapping parts are drawn once.
    ///
    /// The outline is computed in the current coordinates: a transform that shears or scales unevenly deforms the stroke.
    ///
    /// - Complexity: as for ``fill(_:rule:)`` with the stroke's outline.
    public mutating func stroke(_ path: Path) {
        let style = strokeStyle
        blend(strokeColor) { PathCoverage(stroking: path, style: style, transform: $0, visible: $1) }
    }

    /// Makes a rectangle transparent, as far as the clip covers it.
    public mutating func clear(_ rect: Rect) {
        guard transform.isAxisAligned else {
            forEachSpan(of: coverage(of: rect)) { target, coverage, _, count in
                target.erase(coverage: coverage, count: count)
            }
            return
        }
        forEachRow(of: pixels(coveredBy: rect)) { _, _, target, coverage, count in
            target.erase(coverage: coverage, count: count)
        }
    }

    /// Blends a shape over the pixels, and its shadow before it.
    private mutating func blend(_ color: Color, _ shape: (AffineTransform, PixelRect) -> PathCoverage) {
        let color = color.pixel()
        castShadow(opacity: UInt8(truncatingIfNeeded: color >> 24), of: shape)
        forEachSpan(of: shape(transform, clip)) { target, coverage, _, count in
            target.blend(color, coverage: coverage, count: count)
        }
    }

    /// The coverage of a rectangle given in points, within the clip.
    func coverage(of rect: Rect) -> PathCoverage {
        PathCoverage(polygons: [rect.corners.map(transform.apply)], visible: clip)
    }
}

extension UnsafeMutablePointer<UInt32> {
    /// Erases pixels, all of them or in proportion to a coverage.
    fileprivate func erase(coverage: UnsafePointer<UInt8>?, count: Int) {
        if let coverage {
            Blending.erase(self, coverage: coverage, count: count)
        } else {
            update(repeating: 0, count: count)
        }
    }
}

extension AffineTransform {
    /// Whether axis-aligned rectangles stay axis-aligned: the transform only translates and scales.
    var isAxisAligned: Bool { b == 0 && c == 0 }
}
