internal import CPango
internal import PixelKernels
internal import TilePyramid
package import VectorDrawing

extension LaidOutText {
    /// The text as coverage, without colors and decorations.
    var mask: TextMask {
        guard !extent.isEmpty else { return .empty }
        let coverage = Self.render(extent) { bitmap in
            for line in lines {
                pango_ft2_render_layout_line_subpixel(
                    &bitmap, line.pointer, line.box.x - Self.units(extent.x), line.baseline - Self.units(extent.y))
            }
        }
        let box = metrics.lineBox
        return TextMask(
            size: extent.size, coverage: coverage,
            lineBox: PixelRect(
                x: box.x - extent.x, y: box.y - extent.y, width: box.size.width, height: box.size.height),
            baseline: metrics.baseline - extent.y, lineCount: metrics.lineCount, isTruncated: metrics.isTruncated)
    }

    /// Draws the text with its attributes.
    ///
    /// - Parameters:
    ///   - context: the context; its clip applies, its transform does not.
    ///   - column: the column of the layout's left edge in the context's pixels.
    ///   - row: the row of the first line's top.
    ///   - color: the color of letters without a color attribute; glyphs of color fonts, such as emoji, have their own colors.
    package func draw(in context: inout PixelContext, column: Int, row: Int, color: Color) {
        draw(.background, in: &context, column, row, color)
        draw(.underline, in: &context, column, row, color)
        for line in lines {
            for run in line.runs {
                draw(run, in: &context, column, row, run.attributes.color ?? color)
            }
        }
        draw(.strikethrough, in: &context, column, row, color)
    }

    private func draw(
        _ kind: TextDecoration.Kind, in context: inout PixelContext, _ column: Int, _ row: Int, _ color: Color
    ) {
        for decoration in decorations where decoration.kind == kind {
            let seen = decoration.rect.intersection(extent).moved(column, row).intersection(context.clip)
            guard !seen.isEmpty else { continue }
            let pixel = (decoration.color ?? color).pixel()
            let full = [UInt8](repeating: 255, count: seen.size.width)
            Self.blend(pixel, in: &context, seen) { _ in (full, 0) }
        }
    }

    private func draw(
        _ run: Line.Run, in context: inout PixelContext, _ column: Int, _ row: Int, _ color: Color
    ) {
        var ink = PangoRectangle()
        pango_glyph_string_extents(run.glyphs, run.font, &ink, nil)
        ink.x += run.x
        ink.y += run.baseline
        guard ink.width > 0, ink.height > 0 else { return }
        // A pixel more on each side, because glyphs are moved to whole pixels.
        let seen = Extent(inclusive: ink).grown(by: 1).pixels.intersection(extent)
            .intersection(context.clip.moved(-column, -row))
        guard !seen.isEmpty else { return }
        if let glyphs = ColorGlyphs(run) {
            glyphs.draw(in: &context, column: column, row: row, seen: seen.moved(column, row))
            return
        }
        let coverage = Self.render(seen) { bitmap in
            pango_ft2_render_transformed(
                &bitmap, nil, run.font, run.glyphs, run.x - Self.units(seen.x), run.baseline - Self.units(seen.y))
        }
        Self.blend(color.pixel(), in: &context, seen.moved(column, row)) { (coverage, $0 * seen.size.width) }
    }

    /// Blends a color over a rectangle within the clip.
    ///
    /// - Parameters:
    ///   - pixel: the color.
    ///   - context: the context.
    ///   - rect: the rectangle.
    ///   - coverage: returns the coverage of a row, counted from the top, and the offset of its start.
    private static func blend(
        _ pixel: UInt32, in context: inout PixelContext, _ rect: PixelRect, _ coverage: (Int) -> ([UInt8], Int)
    ) {
        let stride = context.size.width
        context.withPixels { pixels in
            guard let target = pixels.baseAddress else { return }
            for row in 0..<rect.size.height {
                let (bytes, start) = coverage(row)
                bytes.withUnsafeBufferPointer { bytes in
                    guard let source = bytes.baseAddress else { return }
                    Blending.over(
                        pixel, coverage: source + start, onto: target + (rect.y + row) * stride + rect.x,
                        count: rect.size.width)
                }
            }
        }
    }

    /// Returns the coverage of a rectangle, drawn by FreeType.
    private static func render(_ rect: PixelRect, _ draw: (inout FT_Bitmap) -> Void) -> [UInt8] {
        var coverage = [UInt8](repeating: 0, count: rect.size.area)
        coverage.withUnsafeMutableBufferPointer { pixels in
            var bitmap = FT_Bitmap()
            bitmap.rows = UInt32(rect.size.height)
            bitmap.width = UInt32(rect.size.width)
            bitmap.pitch = Int32(rect.size.width)
            bitmap.buffer = pixels.baseAddress
            bitmap.num_grays = 256
            bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
            draw(&bitmap)
        }
        return coverage
    }

    /// Pixels in Pango's units.
    private static func units(_ pixels: Int) -> Int32 { Int32(clamping: pixels * Int(PANGO_SCALE)) }
}

extension PixelRect {
    /// Returns the rectangle moved by columns and rows.
    fileprivate func moved(_ columns: Int, _ rows: Int) -> PixelRect {
        PixelRect(x: x + columns, y: y + rows, width: size.width, height: size.height)
    }
}
