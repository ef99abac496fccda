internal import CPango
internal import LibraryLogging

/// Lays out text with Pango; one thread uses it at a time, under the lock of ``TextRenderer``.
///
/// It owns a font map, in which Pango caches fonts and glyphs.
final class TextLayoutEngine {
    private var fontMap: UnsafeMutablePointer<PangoFontMap>
    private var context: OpaquePointer
    /// The fonts in the font map.
    private var usedFonts: Set<TextFont> = []
    /// The maximum number of fonts, counting sizes, in the font map; beyond it the map is replaced.
    private static let fontLimit = 64

    /// Creates an engine with the system's fonts.
    ///
    /// - Throws: ``TextError`` when no font is installed; Pango would abort the process.
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

    /// Lays out a text, which must not be empty; nil if memory allocation fails.
    func layOut(_ text: AttributedText, font: TextFont, layout: TextLayoutOptions) -> LaidOutText? {
        var sanitizer = TextSanitizer(isOneParagraph: layout.isOneParagraph)
        var parts: [LaidOutText.Part] = []
        for run in text.runs where !sanitizer.isTruncated {
            let start = sanitizer.byteCount
            sanitizer.append(run.text)
            parts.append(LaidOutText.Part(bytes: start..<sanitizer.byteCount, attributes: run.attributes))
        }
        evictFonts(ifManyWith: [font] + parts.map { $0.attributes.font(in: font) })
        let isCut = sanitizer.isTruncated
        guard let all = paragraphs(of: sanitizer.text, parts, font, layout) else { return nil }
        guard layout.truncation != .none, let limit = layout.lineLimit, all.lines.count > max(limit, 1) else {
            return LaidOutText([all], layout: layout, isCut: isCut)
        }
        // Pango limits the lines of each paragraph. The paragraph of the last line is laid out again with what is left.
        let kept = all.startOfParagraph(of: max(limit, 1) - 1)
        let line = all.removeLines(from: kept)
        let rest = RemainingText(
            of: sanitizer.text, parts, from: Int(line.pointer.pointee.start_index),
            endsParagraph: layout.truncation == .end)
        var shorter = layout
        shorter.lineLimit = max(limit, 1) - kept
        guard let last = paragraphs(of: rest.text, rest.parts, font, shorter) else { return nil }
        last.moveDown(by: line.box.y - (last.lines.first?.box.y ?? 0))
        return LaidOutText([all, last], layout: layout, isCut: isCut || rest.isCut)
    }

    private func paragraphs(
        of text: String, _ parts: [LaidOutText.Part], _ font: TextFont, _ layout: TextLayoutOptions
    ) -> LaidOutParagraphs? {
        guard let lines = pango_layout_new(context) else { return nil }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                pango_layout_set_text(lines, $0.baseAddress, Int32($0.count))
            }
        }
        PangoSettings.set(font, on: lines)
        PangoSettings.set(parts, in: font, on: lines)
        PangoSettings.set(layout, on: lines)
        return LaidOutParagraphs(lines, parts: parts)
    }
}

extension TextLayoutEngine {
    private static func makeFontMap() -> (UnsafeMutablePointer<PangoFontMap>, OpaquePointer)? {
        guard let map = pango_ft2_font_map_new() else { return nil }
        guard let context = pango_font_map_create_context(map) else {
            tk_pango_release_font_map(map)
            return nil
        }
        return (map, context)
    }

    /// Replaces the font map after the use of many fonts, because Pango keeps each font with its glyphs.
    private func evictFonts(ifManyWith fonts: [TextFont]) {
        usedFonts.formUnion(fonts)
        guard usedFonts.count > Self.fontLimit, let made = Self.makeFontMap() else { return }
        tk_pango_release_context(context)
        tk_pango_release_font_map(fontMap)
        (fontMap, context) = made
        // A text with many fonts of its own has them removed after the next one.
        usedFonts = usedFonts.intersection(fonts)
    }

    /// Whether a font in a format that Pango reads is installed.
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
