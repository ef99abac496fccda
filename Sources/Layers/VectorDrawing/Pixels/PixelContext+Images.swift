internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// Draws an image, stretched to fill a rectangle.
    ///
    /// - Parameters:
    ///   - buffer: the image.
    ///   - rect: the destination in points.
    ///   - isSmooth: whether sampling is bilinear, the default, or nearest neighbor.
    public mutating func draw(_ buffer: PixelBuffer, in rect: Rect, isSmooth: Bool = true) {
        let width = Double(buffer.size.width)
        let height = Double(buffer.size.height)
        let toPixels = AffineTransform(scaleX: rect.size.width / width, y: rect.size.height / height)
            .followed(by: AffineTransform(translationX: rect.minX, y: rect.minY))
            .followed(by: transform)
        guard !rect.isEmpty, !clip.isEmpty, let toImage = toPixels.inverse else { return }
        castShadow { transform, _, visible in
            visible.pixels(touchedBy: Rect(enclosing: rect.corners.map(transform.apply)))
        } of: { context, _ in
            context.draw(buffer, in: rect, isSmooth: isSmooth)
        }
        let source = buffer.samplable(PixelRect(buffer.size)).buffer
        let mapping = TextureMapping(toImage, size: source.size, isSmooth: isSmooth)
        source.withPixels { pixels in
            guard let base = pixels.baseAddress else { return }
            let plane = PixelBufferView(
                base: base, stride: source.size.width, width: source.size.width, height: source.size.height)
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: clip.size.width) { line in
                guard let line = line.baseAddress else { return }
                func read(_ row: Int, _ columns: Range<Int>) {
                    if isSmooth {
                        Sampling.linear(plane, mapping: mapping, row: row, columns: columns, into: line)
                    } else {
                        Sampling.nearest(plane, mapping: mapping, row: row, columns: columns, into: line)
                    }
                }
                guard transform.isAxisAligned else {
                    forEachSpan(of: coverage(of: rect)) { target, coverage, span, count in
                        read(span.row, span.columns)
                        target.blend(line, coverage: coverage, count: count)
                    }
                    return
                }
                forEachRow(of: self.pixels(coveredBy: rect)) { row, column, target, coverage, count in
                    read(row, column..<column + count)
                    target.blend(line, coverage: coverage, count: count)
                }
            }
        }
    }
}

extension TextureMapping {
    /// Creates a mapping from pixels of a context to pixels of an image or, if smooth, to 256ths between pixel centers.
    fileprivate init(_ toImage: AffineTransform, size: PixelSize, isSmooth: Bool) {
        // Nearest: floor from the left edge; the offset keeps rounding errors from moving an edge one pixel back.
        let (scale, offset) = isSmooth ? (Double(Sampling.fractions), 0.5) : (1, 0.5 - 1.0 / 65536)
        let center = toImage.apply(to: Point(x: 0.5, y: 0.5))
        self.init(
            origin: [(center.x - offset) * scale, (center.y - offset) * scale, 1],
            perColumn: [toImage.a * scale, toImage.b * scale, 0],
            perRow: [toImage.c * scale, toImage.d * scale, 0],
            limit: pointwiseMin(
                [Double(size.width - 1) * scale, Double(size.height - 1) * scale], SIMD2(repeating: 0x7FFF_0000)))
    }
}
