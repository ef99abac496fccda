internal import CPango

extension LaidOutText.Line {
    /// The glyphs of a line with the same font and attributes; lengths are in Pango's units.
    struct Run {
        var attributes: TextAttributes
        var font: UnsafeMutablePointer<PangoFont>
        var language: OpaquePointer?
        var glyphs: UnsafeMutablePointer<PangoGlyphString>
        /// The start of the glyphs: their left edge, and the baseline that they stand on.
        var x: Int32, baseline: Int32
        var width: Int32
        /// The width that Pango has added to an ellipsis to make its line as wide as the layout.
        var slack: Int32
    }

    /// The width of all runs, without the width added to an ellipsis at the end.
    var glyphWidth: Int32 { runs.last.map { $0.x + $0.width - $0.slack - box.x } ?? 0 }

    /// The runs of the line from left to right.
    var runs: [Run] {
        var result: [Run] = []
        var x = box.x
        var next = pointer.pointee.runs
        while let node = next {
            next = node.pointee.next
            guard let run = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
                let item = run.item, let glyphs = run.glyphs
            else { continue }
            let width = pango_glyph_string_get_width(glyphs)
            x += run.start_x_offset
            if let font = item.pointee.analysis.font {
                result.append(
                    Run(
                        attributes: parts.attributes(at: Int(item.pointee.offset)), font: font,
                        language: item.pointee.analysis.language, glyphs: glyphs, x: x,
                        baseline: baseline - run.y_offset, width: width,
                        slack: Self.slack(of: glyphs, in: item.pointee.analysis)))
            }
            x += width + run.end_x_offset
        }
        return result
    }

    private static func slack(of glyphs: UnsafeMutablePointer<PangoGlyphString>, in analysis: PangoAnalysis) -> Int32 {
        guard Int32(analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0, glyphs.pointee.num_glyphs > 0,
            let last = glyphs.pointee.glyphs?[Int(glyphs.pointee.num_glyphs) - 1]
        else { return 0 }
        var box = PangoRectangle()
        pango_font_get_glyph_extents(analysis.font, last.glyph, nil, &box)
        return max(last.geometry.width - box.width, 0)
    }
}

extension [LaidOutText.Part] {
    /// Returns the attributes at an offset in UTF-8; beyond the end, the attributes of the last part.
    ///
    /// - Complexity: O(log parts).
    func attributes(at offset: Int) -> TextAttributes {
        var low = 0
        var high = count - 1
        while low < high {
            let middle = (low + high) / 2
            if self[middle].bytes.upperBound <= offset {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return indices.contains(low) ? self[low].attributes : TextAttributes()
    }
}
