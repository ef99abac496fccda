internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// Calls `body` for each row of some pixels within the clip.
    ///
    /// - Parameters:
    ///   - pixels: the pixels.
    ///   - body: receives the row, the first column, the pixels from there, their coverage by the clip (nil if all are whole),
    ///     and their number.
    mutating func forEachRow(
        of pixels: PixelRect,
        _ body: (Int, Int, UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>?, Int) -> Void
    ) {
        let covered = clip.intersection(pixels)
        guard !covered.isEmpty else { return }
        for row in covered.rows {
            let target = self.pixels(ofRow: row, from: covered.x)
            if let clipMask {
                clipMask.withRow(row, from: covered.x) { body(row, covered.x, target, $0, covered.size.width) }
            } else {
                body(row, covered.x, target, nil, covered.size.width)
            }
        }
    }

    /// Calls `body` for each span of pixels with coverage within the clip.
    ///
    /// - Parameters:
    ///   - coverage: the coverage.
    ///   - body: receives the pixels of the span, the coverage of each by the shape and the clip (nil if all are fully
    ///     covered), the span, and the number of pixels.
    mutating func forEachSpan(
        of coverage: PathCoverage,
        _ body: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt8>?, PathCoverage.Span, Int) -> Void
    ) {
        guard let clipMask else {
            coverage.forEachSpan(in: clip) { span in
                body(pixels(ofRow: span.row, from: span.columns.lowerBound), span.coverage, span, span.columns.count)
            }
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: clip.size.width) { memory in
            guard let product = memory.baseAddress else { return }
            coverage.forEachSpan(in: clip) { span in
                let count = span.columns.count
                let target = pixels(ofRow: span.row, from: span.columns.lowerBound)
                clipMask.withRow(span.row, from: span.columns.lowerBound) { clipped in
                    guard let covered = span.coverage else {
                        body(target, clipped, span, count)
                        return
                    }
                    CoverageRows.multiply(covered, clipped, count: count, into: product)
                    body(target, product, span, count)
                }
            }
        }
    }

    /// Blends a color over pixels within the clip, without a shadow.
    ///
    /// - Parameters:
    ///   - pixel: the premultiplied color.
    ///   - coverage: the coverage of the first pixel; it is followed by the others of its row.
    ///   - stride: the number of values from one row to the next.
    ///   - rect: the pixels, which lie within the clip.
    mutating func blend(_ pixel: UInt32, coverage: UnsafePointer<UInt8>, stride: Int, in rect: PixelRect) {
        guard clipMask != nil else {
            forEachRow(of: rect) { row, _, target, _, count in
                Blending.over(pixel, coverage: coverage + (row - rect.y) * stride, onto: target, count: count)
            }
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rect.size.width) { memory in
            guard let product = memory.baseAddress else { return }
            forEachRow(of: rect) { row, _, target, clipped, count in
                guard let clipped else { return }
                CoverageRows.multiply(coverage + (row - rect.y) * stride, clipped, count: count, into: product)
                Blending.over(pixel, coverage: product, onto: target, count: count)
            }
        }
    }
}

extension UnsafeMutablePointer<UInt32> {
    /// Blends a color over pixels, all of them or in proportion to a coverage.
    @inline(__always)
    func blend(_ pixel: UInt32, coverage: UnsafePointer<UInt8>?, count: Int) {
        if let coverage {
            Blending.over(pixel, coverage: coverage, onto: self, count: count)
        } else {
            Blending.over(pixel, onto: self, count: count)
        }
    }

    /// Blends pixels over others, as they are or in proportion to a coverage.
    @inline(__always)
    func blend(_ pixels: UnsafePointer<UInt32>, coverage: UnsafePointer<UInt8>?, count: Int) {
        if let coverage {
            Blending.over(pixels, coverage: coverage, onto: self, count: count)
        } else {
            Blending.over(pixels, onto: self, count: count)
        }
    }
}
