internal import CPango
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// The glyphs of a run in a color font, such as emoji, as images.
///
/// Fonts contain such glyphs as bitmaps in one or some sizes (CBDT), which are scaled, or as colored layers of outlines (COLR),
/// which FreeType renders in the size of the run.
struct ColorGlyphs {
    /// An image with its position in pixels of the layout.
    private struct Glyph {
        var image: PixelBuffer
        var frame: Rect
    }

    private let glyphs: [Glyph]

    /// Renders the glyphs of a run; nil if any of them has no colors.
    init?(_ run: LaidOutText.Line.Run) {
        guard let face = tk_pango_lock_color_face(run.font) else { return nil }
        defer { tk_pango_unlock_face(run.font) }
        Self.selectLargestBitmaps(of: face)
        var glyphs: [Glyph] = []
        var x = Int(run.x)
        for index in 0..<Int(run.glyphs.pointee.num_glyphs) {
            guard let glyph = run.glyphs.pointee.glyphs?[index] else { return nil }
            defer { x += Int(glyph.geometry.width) }
            let isEmpty = glyph.glyph == PangoGlyph(PANGO_GLYPH_EMPTY)
            guard !isEmpty else { continue }
            guard let image = Self.image(of: glyph.glyph, in: face), let slot = face.pointee.glyph?.pointee else {
                return nil
            }
            let scale = Self.scale(of: glyph.glyph, in: run.font, slot)
            let origin = Point(
                x: Double(x + Int(glyph.geometry.x_offset)) / Double(PANGO_SCALE),
                y: Double(Int(run.baseline) + Int(glyph.geometry.y_offset)) / Double(PANGO_SCALE))
            let frame = Rect(
                x: origin.x + Double(slot.bitmap_left) * scale, y: origin.y - Double(slot.bitmap_top) * scale,
                width: Double(image.size.width) * scale, height: Double(image.size.height) * scale)
            glyphs.append(Glyph(image: image.halved(whileSmallerBy: scale), frame: frame))
        }
        guard !glyphs.isEmpty else { return nil }
        self.glyphs = glyphs
    }

    /// Draws the glyphs over a part of a context; `column` and `row` are the position of the layout's origin.
    func draw(in context: inout PixelContext, column: Int, row: Int, seen: PixelRect) {
        guard let inverse = context.transform.inverse else { return }
        context.withSavedState { context in
            context.concatenate(inverse)
            context.clip(to: Rect(seen))
            for glyph in glyphs {
                var frame = glyph.frame
                frame.origin.x += Double(column)
                frame.origin.y += Double(row)
                context.draw(glyph.image, in: frame)
            }
        }
    }

    /// Returns the scale of a glyph's image in the run, from the advance widths of both.
    private static func scale(
        of glyph: PangoGlyph, in font: UnsafeMutablePointer<PangoFont>, _ slot: FT_GlyphSlotRec
    ) -> Double {
        var box = PangoRectangle()
        pango_font_get_glyph_extents(font, glyph, nil, &box)
        // Unlike these metrics, the slot's advance is scaled where Fontconfig has a font's bitmaps scaled.
        let shown = Double(box.width) / Double(PANGO_SCALE)
        let own = Double(slot.metrics.horiAdvance) / 64
        return shown > 0 && own > 0 ? shown / own : 1
    }

    /// Selects the largest bitmaps of a face that has no outlines; Pango has set the size of outlines.
    private static func selectLargestBitmaps(of face: FT_Face) {
        guard face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0, let sizes = face.pointee.available_sizes
        else { return }
        let largest = (0..<face.pointee.num_fixed_sizes).max { sizes[Int($0)].y_ppem < sizes[Int($1)].y_ppem }
        if let largest { FT_Select_Size(face, largest) }
    }

    /// The maximum side of a glyph in pixels: the largest font, and a margin.
    private static let sideLimit = 4096

    /// The image of a glyph; nil if it has no colors.
    private static func image(of glyph: PangoGlyph, in face: FT_Face) -> PixelBuffer? {
        guard FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_COLOR)) == 0, let slot = face.pointee.glyph,
            FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0
        else { return nil }
        let bitmap = slot.pointee.bitmap
        let width = Int(bitmap.width)
        let height = Int(bitmap.rows)
        let pitch = Int(bitmap.pitch)
        guard Int(bitmap.pixel_mode) == Int(FT_PIXEL_MODE_BGRA.rawValue), let bytes = bitmap.buffer,
            (1...sideLimit).contains(width), (1...sideLimit).contains(height), pitch >= width * 4
        else { return nil }
        // FreeType's BGRA is premultiplied, as the pixels of buffers are.
        return PixelBuffer(size: PixelSize(width: width, height: height), isOpaque: nil) { pixels in
            for row in 0..<height {
                for column in 0..<width {
                    let pixel = UnsafeRawPointer(bytes + row * pitch + column * 4).loadUnaligned(as: UInt32.self)
                    pixels[row * width + column] = UInt32(littleEndian: pixel)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// Returns the image, halved as long as it would be shown at half its size or less.
    ///
    /// Bilinear sampling skips pixels below that.
    fileprivate func halved(whileSmallerBy scale: Double) -> PixelBuffer {
        var image = self
        var scale = scale
        while scale <= 0.5, image.size.area > 1 {
            image = image.half
            scale *= 2
        }
        return image
    }

    private var half: PixelBuffer {
        let half = size.halved
        return PixelBuffer(size: half, isOpaque: nil) { target in
            withPixels { pixels in
                guard let from = pixels.baseAddress, let to = target.baseAddress else { return }
                for row in 0..<half.height {
                    PremultipliedBoxDownsampling.makeRow(
                        upper: from + 2 * row * size.width,
                        lower: from + min(2 * row + 1, size.height - 1) * size.width, width: size.width,
                        into: to + row * half.width)
                }
            }
        }
    }
}
