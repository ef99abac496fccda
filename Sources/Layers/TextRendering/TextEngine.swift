internal import CPango
internal import LibraryLogging
internal import TilePyramid

/// Renders text with Pango and FreeType; one thread uses it at a time, under the lock of ``TextRenderer``.
///
/// It owns a font map, in which Pango caches fonts and glyphs.
final class TextEngine {
    private var fontMap: UnsafeMutablePointer<PangoFontMap>
    private var context: OpaquePointer
    /// The fonts in the font map.
    private var usedFonts: Set<TextFont> = []
    /// The maximum number of fonts, counting sizes, in the font map; beyond it the map is replaced.
    private static let fontLimit = 64

    /// Creates an engine with the system's fonts.
    ///
    /// - Throws: ``TextError`` when no font is installed, where Pango would abort the process.
    init() throws(TextError) {
        GLibLog.silence()
        guard Self.hasFonts() else {
            throw TextError(
                .noFont,
                "no font is installed that Pango can use. Install one, such as DejaVu Sans (fonts-dejavu-core).")
        }
        guard let made = Self.makeFontMap() else {
            throw TextError(
                .unavailable, "the text library Pango could not be started. Reinstall it: libpangoft2-1.0-0.")
        }
        (fontMap, context) = made
    }

    deinit {
        tk_pango_release_context(context)
        tk_pango_release_font_map(fontMap)
    }

    /// Renders a text, which must not be empty.
    func draw(_ text: String, font: TextFont, layout: TextLayout) -> TextMask {
        evictFonts(ifManyWith: font)
        let (plain, isTruncated) = TextSanitizer.sanitize(text, isOneParagraph: layout.lineLimit != nil)
        guard let lines = pango_layout_new(context) else { return .empty }
        defer { tk_pango_release_layout(lines) }
        Self.set(plain, on: lines)
        Self.set(font, on: lines)
        Self.set(layout, on: lines)
        return Self.draw(lines, isTruncated: isTruncated)
    }

    private static func set(_ text: String, on lines: OpaquePointer) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                pango_layout_set_text(lines, $0.baseAddress, Int32($0.count))
            }
        }
    }

    private static func set(_ font: TextFont, on lines: OpaquePointer) {
        guard let description = pango_font_description_new() else { return }
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, font.family)
        pango_font_description_set_weight(
            description, PangoWeight(rawValue: PangoWeight.RawValue(font.weight.rawValue)))
        let size = font.size.isFinite ? min(max(font.size, 1), TextRenderer.fontSizeLimit) : 1
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(lines, description)
        // Tabular figures, so that changing numbers do not jump.
        guard let attributes = pango_attr_list_new() else { return }
        pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
        pango_layout_set_attributes(lines, attributes)
        pango_attr_list_unref(attributes)
    }

    private static func set(_ layout: TextLayout, on lines: OpaquePointer) {
        let width = min(max(layout.width ?? TextRenderer.sideLimit, 1), TextRenderer.sideLimit)
        pango_layout_set_width(lines, Int32(width) * PANGO_SCALE)
        let spacing = layout.lineSpacing.isFinite ? min(max(layout.lineSpacing, 0), TextRenderer.fontSizeLimit) : 0
        pango_layout_set_spacing(lines, Int32(spacing * Double(PANGO_SCALE)))
        pango_layout_set_wrap(lines, PANGO_WRAP_WORD_CHAR)
        // A negative height counts lines.
        let limit = layout.lineLimit.map { -Int32(clamping: max($0, 1)) }
        pango_layout_set_height(lines, limit ?? Int32(TextRenderer.sideLimit) * PANGO_SCALE)
        pango_layout_set_ellipsize(lines, layout.truncation == .middle ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END)
        switch layout.alignment {
        case .leading: pango_layout_set_alignment(lines, PANGO_ALIGN_LEFT)
        case .center: pango_layout_set_alignment(lines, PANGO_ALIGN_CENTER)
        case .trailing: pango_layout_set_alignment(lines, PANGO_ALIGN_RIGHT)
        }
    }

    private static func draw(_ lines: OpaquePointer, isTruncated: Bool) -> TextMask {
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_pixel_extents(lines, &ink, &logical)
        let box = Extent(logical)
        // Ink may exceed the lines by one line's height; stacked accents could otherwise extend without limit.
        let all = box.union(Extent(ink).clamped(to: box.grown(by: max(box.height, 1)))).cut(to: TextRenderer.sideLimit)
        guard all.width > 0, all.height > 0 else { return .empty }
        var coverage = [UInt8](repeating: 0, count: all.width * all.height)
        coverage.withUnsafeMutableBufferPointer { pixels in
            var bitmap = FT_Bitmap()
            bitmap.rows = UInt32(all.height)
            bitmap.width = UInt32(all.width)
            bitmap.pitch = Int32(all.width)
            bitmap.buffer = pixels.baseAddress
            bitmap.num_grays = 256
            bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
            pango_ft2_render_layout(&bitmap, lines, Int32(-all.left), Int32(-all.top))
        }
        let scale = Int(PANGO_SCALE)
        return TextMask(
            size: PixelSize(width: all.width, height: all.height), coverage: coverage,
            lineBox: box.clamped(to: all).pixels(from: all),
            baseline: (Int(pango_layout_get_baseline(lines)) + scale / 2) / scale - all.top,
            lineCount: Int(pango_layout_get_line_count(lines)),
            isTruncated: isTruncated || pango_layout_is_ellipsized(lines) != 0)
    }
}

extension TextEngine {
    private static func makeFontMap() -> (UnsafeMutablePointer<PangoFontMap>, OpaquePointer)? {
        guard let map = pango_ft2_font_map_new() else { return nil }
        guard let context = pango_font_map_create_context(map) else {
            tk_pango_release_font_map(map)
            return nil
        }
        return (map, context)
    }

    /// Replaces the font map when many fonts have been used, because Pango keeps each with its glyphs.
    private func evictFonts(ifManyWith font: TextFont) {
        guard usedFonts.insert(font).inserted, usedFonts.count > Self.fontLimit, let made = Self.makeFontMap()
        else { return }
        tk_pango_release_context(context)
        tk_pango_release_font_map(fontMap)
        (fontMap, context) = made
        usedFonts = [font]
    }

    /// True when a font in a format that Pango reads is installed.
    private static func hasFonts() -> Bool {
        guard FcInit() != 0, let set = FcConfigGetFonts(nil, FcSetSystem), let fonts = set.pointee.fonts else {
            return false
        }
        return (0..<Int(set.pointee.nfont)).contains { index in
            var format: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(fonts[index], FC_FONTFORMAT, 0, &format) == FcResultMatch, let format else {
                return false
            }
            return ["TrueType", "CFF"].contains(String(cString: format))
        }
    }
}

/// A rectangle in whole pixels, in Pango's coordinates from the start of the text.
private struct Extent {
    var left: Int, top: Int, right: Int, bottom: Int

    var width: Int { max(0, right - left) }
    var height: Int { max(0, bottom - top) }

    func union(_ other: Extent) -> Extent {
        guard other.width > 0, other.height > 0 else { return self }
        return Extent(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    func clamped(to limit: Extent) -> Extent {
        Extent(
            left: max(left, limit.left), top: max(top, limit.top), right: min(right, limit.right),
            bottom: min(bottom, limit.bottom))
    }

    func grown(by distance: Int) -> Extent {
        Extent(left: left - distance, top: top - distance, right: right + distance, bottom: bottom + distance)
    }

    /// The same rectangle relative to the upper left corner of another one.
    func pixels(from other: Extent) -> PixelRect {
        PixelRect(x: left - other.left, y: top - other.top, width: width, height: height)
    }

    /// The rectangle with its width and height limited.
    func cut(to limit: Int) -> Extent {
        Extent(left: left, top: top, right: min(right, left + limit), bottom: min(bottom, top + limit))
    }
}

extension Extent {
    fileprivate init(_ rectangle: PangoRectangle) {
        self.init(
            left: Int(rectangle.x), top: Int(rectangle.y), right: Int(rectangle.x + rectangle.width),
            bottom: Int(rectangle.y + rectangle.height))
    }
}
