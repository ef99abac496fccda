internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// Draws a picture, stretched to fill a rectangle.
    ///
    /// - Parameters:
    ///   - buffer: the picture.
    ///   - rect: where, in points.
    ///   - isSmooth: whether it is sampled as the weighted mean of the four nearest pixels, which is the default, or as
    ///     the nearest one.
    public mutating func draw(_ buffer: PixelBuffer, in rect: Rect, isSmooth: Bool = true) {
        let (width, height) = (Double(buffer.size.width), Double(buffer.size.height))
        let toPixels = AffineTransform(scaleX: rect.size.width / width, y: rect.size.height / height)
            .followed(by: AffineTransform(translationX: rect.minX, y: rect.minY))
            .followed(by: transform)
        guard !rect.isEmpty, let toPicture = toPixels.inverse else { return }
        var picture = [UInt32](repeating: 0, count: clip.size.width)
        buffer.withPixels { pixels in
            let sampling = PictureSampling(pixels, width: buffer.size.width, height: buffer.size.height)
            forEachRow(coveredBy: rect) { row, column, target, coverage in
                let start = toPicture.apply(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                picture.withUnsafeMutableBufferPointer { line in
                    let line = UnsafeMutableBufferPointer(rebasing: line[..<target.count])
                    let (from, step) = (SIMD2(start.x, start.y), SIMD2(toPicture.a, toPicture.b))
                    if isSmooth {
                        sampling.readLinear(from: from, step: step, to: line)
                    } else {
                        sampling.readNearest(from: from, step: step, to: line)
                    }
                    CoverageBlending.blend(UnsafeBufferPointer(line), over: target, coverage: coverage)
                }
            }
        }
    }

    /// Runs `body` with each row that a rectangle covers: the row, the first column, its pixels and how much of each is
    /// covered.
    private mutating func forEachRow(
        coveredBy rect: Rect,
        _ body: (Int, Int, UnsafeMutableBufferPointer<UInt32>, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let corners = rect.corners.map(transform.apply)
        guard transform.isUpright else {
            Coverage([corners]).forEachRow(in: clip) { row, column, covered in
                withRow(row, columns: column..<column + covered.count) { body(row, column, $0, covered) }
            }
            return
        }
        let covered = clip.intersection(pixels(coveredBy: Rect(enclosing: corners)))
        guard !covered.isEmpty else { return }
        [UInt8](repeating: 255, count: covered.size.width).withUnsafeBufferPointer { whole in
            for row in covered.rows {
                withRow(row, columns: covered.columns) { body(row, covered.x, $0, whole) }
            }
        }
    }
}
