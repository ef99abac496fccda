internal import PixelKernels
package import TilePyramid

/// Drawing of pixels where they are: at whole pixels, whatever the transform is.
extension PixelContext {
    /// Fills pixels with a color in proportion to a coverage, such as that of text.
    ///
    /// - Parameters:
    ///   - color: the color.
    ///   - coverage: the coverage of the pixels of `rect`, row by row.
    ///   - rect: the pixels of the context; those outside the clip are not drawn.
    package mutating func fill(_ color: Color, coverage: [UInt8], in rect: PixelRect) {
        precondition(coverage.count >= rect.size.area, "each pixel must have a coverage")
        castShadow { _, shadow, visible in
            rect.moved(by: shadow.wholeOffset).intersection(visible)
        } of: { context, shadow in
            context.fill(color, coverage: coverage, in: rect.moved(by: shadow.wholeOffset))
        }
        let seen = rect.intersection(clip)
        guard !seen.isEmpty else { return }
        coverage.withUnsafeBufferPointer { coverage in
            guard let base = coverage.baseAddress else { return }
            blend(
                color.pixel(), coverage: base + ((seen.y - rect.y) * rect.size.width + seen.x - rect.x),
                stride: rect.size.width, in: seen)
        }
    }

    /// Draws an image pixel for pixel.
    ///
    /// - Parameters:
    ///   - buffer: the image.
    ///   - column: the column of its left edge in the context.
    ///   - row: the row of its upper edge.
    package mutating func draw(_ buffer: PixelBuffer, column: Int, row: Int) {
        let rect = PixelRect(x: column, y: row, width: buffer.size.width, height: buffer.size.height)
        castShadow { _, shadow, visible in
            rect.moved(by: shadow.wholeOffset).intersection(visible)
        } of: { context, shadow in
            let offset = shadow.wholeOffset
            context.draw(buffer, column: column + offset.columns, row: row + offset.rows)
        }
        buffer.withPixels { image in
            guard let source = image.baseAddress else { return }
            forEachRow(of: rect) { y, x, target, coverage, count in
                target.blend(source + ((y - row) * rect.size.width + x - column), coverage: coverage, count: count)
            }
        }
    }
}

extension PixelRect {
    /// Returns the rectangle moved by columns and rows.
    fileprivate func moved(by offset: (columns: Int, rows: Int)) -> PixelRect {
        PixelRect(x: x + offset.columns, y: y + offset.rows, width: size.width, height: size.height)
    }
}
