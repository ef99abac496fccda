internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// Draws the shadow of a shape, if there is one to draw.
    ///
    /// - Parameters:
    ///   - opacity: the alpha of the shape.
    ///   - shape: returns the coverage of the moved shape for a transform from points to pixels, and the pixels of interest.
    mutating func castShadow(opacity: UInt8, of shape: (AffineTransform, PixelRect) -> PathCoverage) {
        guard opacity > 0, let shadow = pixelShadow else { return }
        let moved = AffineTransform(translationX: shadow.offset.x, y: shadow.offset.y)
        let coverage = shape(transform.followed(by: moved), clip.grown(by: shadow.support))
        draw(shadow, of: coverage.pixelBounds) { pixels, area in
            coverage.forEachSpan(in: area) { span in
                let target = pixels + ((span.row - area.y) * area.size.width + span.columns.lowerBound - area.x)
                if let covered = span.coverage {
                    target.update(from: covered, count: span.columns.count)
                } else {
                    target.update(repeating: 255, count: span.columns.count)
                }
            }
            CoverageRows.multiply(pixels, by: opacity, count: area.size.area)
        }
    }

    /// Draws the shadow of an image or of anything else that a context can draw, if there is one to draw.
    ///
    /// - Parameters:
    ///   - bounds: returns a box around the pixels of the moved object, within the pixels of interest.
    ///   - object: draws the moved object into a context with these pixels, whose transform is moved already.
    mutating func castShadow(
        within bounds: (AffineTransform, PixelShadow, PixelRect) -> PixelRect,
        of object: (inout PixelContext, PixelShadow) -> Void
    ) {
        guard let shadow = pixelShadow else { return }
        let moved = transform.followed(by: AffineTransform(translationX: shadow.offset.x, y: shadow.offset.y))
        let bounds = bounds(moved, shadow, clip.grown(by: shadow.support))
        var state = state
        state.transform = moved
        state.clip = bounds
        state.clipMask = nil
        state.shadow = nil
        draw(shadow, of: bounds) { pixels, area in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: bounds.size.area) { memory in
                memory.initialize(repeating: 0)
                guard let image = memory.baseAddress else { return }
                var context = PixelContext(memory, bounds: bounds, state: state)
                object(&context, shadow)
                for row in bounds.rows {
                    CoverageRows.copyAlpha(
                        of: image + (row - bounds.y) * bounds.size.width, count: bounds.size.width,
                        into: pixels + ((row - area.y) * area.size.width + bounds.x - area.x))
                }
            }
        }
    }

    /// The shadow in pixels; nil if there is none to draw.
    private var pixelShadow: PixelShadow? {
        guard let shadow, !clip.isEmpty else { return nil }
        return PixelShadow(shadow, transform: baseTransform)
    }

    /// Draws a shadow.
    ///
    /// - Parameters:
    ///   - shadow: the shadow.
    ///   - silhouette: a box around the pixels of the moved object.
    ///   - write: writes the object's alpha to the memory of an area around that box, which is 0 at first.
    private mutating func draw(
        _ shadow: PixelShadow, of silhouette: PixelRect,
        _ write: (_ pixels: UnsafeMutablePointer<UInt8>, _ area: PixelRect) -> Void
    ) {
        guard !silhouette.isEmpty else { return }
        let support = shadow.support
        let seen = clip.intersection(silhouette.grown(by: support))
        guard !seen.isEmpty else { return }
        // The blur is several filters. On its way from the object to what is seen, no pixel leads farther out than this.
        let area = silhouette.union(seen).grown(by: (support + 1) / 2)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: area.size.area) { memory in
            memory.initialize(repeating: 0)
            guard let pixels = memory.baseAddress else { return }
            write(pixels, area)
            GaussianBlur.blur(
                pixels, width: area.size.width, height: area.size.height, deviation: shadow.deviation)
            let first = (seen.y - area.y) * area.size.width + seen.x - area.x
            blend(shadow.pixel, coverage: pixels + first, stride: area.size.width, in: seen)
        }
    }
}

extension PixelRect {
    /// Returns the rectangle with more pixels on each side.
    func grown(by margin: Int) -> PixelRect {
        PixelRect(
            x: x - margin, y: y - margin, width: size.width + 2 * margin, height: size.height + 2 * margin)
    }
}
