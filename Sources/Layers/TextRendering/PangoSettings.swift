internal import CPango

/// Sets fonts, attributes and the arrangement of lines on Pango's layouts, with every length limited.
enum PangoSettings {
    static func set(_ font: TextFont, on lines: OpaquePointer) {
        guard let description = pango_font_description_new() else { return }
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, font.family)
        pango_font_description_set_weight(description, font.weight.pango)
        pango_font_description_set_style(description, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_absolute_size(description, Double(fontSize(font.size)))
        pango_layout_set_font_description(lines, description)
    }

    /// Sets the attributes of the parts of a text with a font.
    static func set(_ parts: [LaidOutText.Part], in font: TextFont, on lines: OpaquePointer) {
        guard let list = pango_attr_list_new() else { return }
        // Tabular figures, so that changing numbers do not jump.
        pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1"))
        for (index, part) in parts.enumerated() {
            func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
                attribute?.pointee.start_index = guint(part.bytes.lowerBound)
                attribute?.pointee.end_index = guint(part.bytes.upperBound)
                pango_attr_list_insert(list, attribute)
            }
            let attributes = part.attributes
            if parts.count > 1 {
                // The color is not drawn: it has Pango divide its runs where parts begin. 4,000 parts fit into 16 bits.
                insert(pango_attr_foreground_new(guint16(truncatingIfNeeded: index), 0, 0))
            }
            if let family = attributes.family { insert(pango_attr_family_new(family)) }
            if let size = attributes.size { insert(pango_attr_size_new_absolute(fontSize(size))) }
            if let weight = attributes.weight { insert(pango_attr_weight_new(weight.pango)) }
            if let isItalic = attributes.isItalic {
                insert(pango_attr_style_new(isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL))
            }
            if let spacing = attributes.letterSpacing { insert(pango_attr_letter_spacing_new(units(spacing))) }
            if let offset = attributes.baselineOffset { insert(pango_attr_rise_new(units(offset))) }
            if let height = attributes.lineHeight, height.isFinite {
                insert(pango_attr_line_height_new(min(max(height, 0.25), 16)))
            }
        }
        pango_layout_set_attributes(lines, list)
        pango_attr_list_unref(list)
    }

    static func set(_ layout: TextLayoutOptions, on lines: OpaquePointer) {
        let isEllipsized = layout.truncation != .none
        if layout.wrapping == .none, !isEllipsized {
            pango_layout_set_width(lines, -1)
        } else {
            pango_layout_set_width(lines, Int32(side(layout.width)) * PANGO_SCALE)
        }
        pango_layout_set_wrap(lines, layout.wrapping == .character ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
        pango_layout_set_spacing(lines, max(units(layout.lineSpacing), 0))
        // A negative height counts the lines of each paragraph.
        let limit = layout.wrapping == .none ? 1 : layout.lineLimit.map { max($0, 1) }
        pango_layout_set_height(lines, limit.map { -Int32(clamping: $0) } ?? Int32(side(layout.height)) * PANGO_SCALE)
        pango_layout_set_ellipsize(lines, layout.truncation.pango)
        pango_layout_set_justify(lines, layout.alignment == .justified ? 1 : 0)
        pango_layout_set_alignment(lines, layout.alignment.pango)
    }

    /// Returns a requested width or height, limited.
    static func side(_ length: Int?) -> Int { min(max(length ?? TextRenderer.sideLimit, 1), TextRenderer.sideLimit) }

    /// A length in Pango's units, limited to the size of the largest font.
    private static func units(_ length: Double) -> Int32 {
        guard length.isFinite else { return 0 }
        let limit = TextRenderer.fontSizeLimit
        return Int32((min(max(length, -limit), limit) * Double(PANGO_SCALE)).rounded(.towardZero))
    }

    /// A font size in Pango's units; at least one pixel.
    private static func fontSize(_ size: Double) -> Int32 {
        size.isFinite ? max(units(size), PANGO_SCALE) : PANGO_SCALE
    }
}

extension TextFont.Weight {
    fileprivate var pango: PangoWeight { PangoWeight(rawValue: PangoWeight.RawValue(rawValue)) }
}

extension TextLayoutOptions.Truncation {
    fileprivate var pango: PangoEllipsizeMode {
        switch self {
        case .end: PANGO_ELLIPSIZE_END
        case .middle: PANGO_ELLIPSIZE_MIDDLE
        case .start: PANGO_ELLIPSIZE_START
        case .none: PANGO_ELLIPSIZE_NONE
        }
    }
}

extension TextLayoutOptions.Alignment {
    /// Pango's alignment, relative to the direction of the script; ``LaidOutText`` moves lines for the other alignments.
    fileprivate var pango: PangoAlignment {
        switch self {
        case .leading, .left, .right, .justified: PANGO_ALIGN_LEFT
        case .center: PANGO_ALIGN_CENTER
        case .trailing: PANGO_ALIGN_RIGHT
        }
    }
}
