internal import CPango

/// The lines of one or several paragraphs that Pango has laid out; the owner of Pango's layout.
final class LaidOutParagraphs {
    /// The lines from the top.
    private(set) var lines: [LaidOutText.Line] = []
    private let layout: OpaquePointer

    /// Takes ownership of a Pango layout, which is released with this object.
    init(_ layout: OpaquePointer, parts: [LaidOutText.Part]) {
        self.layout = layout
        guard let iterator = pango_layout_get_iter(layout) else { return }
        defer { pango_layout_iter_free(iterator) }
        repeat {
            guard let pointer = pango_layout_iter_get_line_readonly(iterator) else { break }
            var ink = PangoRectangle()
            var box = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, &ink, &box)
            lines.append(
                LaidOutText.Line(
                    pointer: pointer, box: box, ink: ink, baseline: pango_layout_iter_get_baseline(iterator),
                    parts: parts))
        } while pango_layout_iter_next_line(iterator) != 0
    }

    deinit {
        tk_pango_release_layout(layout)
    }

    /// Whether an ellipsis replaces a part of a line.
    var isEllipsized: Bool { lines.contains { $0.isEllipsized } }

    /// The width at which lines are wrapped in Pango's units; -1 for none.
    var width: Int32 { pango_layout_get_width(layout) }

    /// Returns the number of the first line in a line's paragraph; both are counted from 0.
    func startOfParagraph(of line: Int) -> Int {
        lines[...line].lastIndex { $0.pointer.pointee.is_paragraph_start != 0 } ?? 0
    }

    /// Removes a line and all after it, and returns the first one.
    func removeLines(from line: Int) -> LaidOutText.Line {
        defer { lines.removeSubrange(line...) }
        return lines[line]
    }

    /// Moves all lines down, by a distance in Pango's units.
    func moveDown(by distance: Int32) {
        for index in lines.indices {
            lines[index].box.y += distance
            lines[index].ink.y += distance
            lines[index].baseline += distance
        }
    }
}

extension LaidOutText.Line {
    /// Whether an ellipsis replaces a part of the line.
    fileprivate var isEllipsized: Bool {
        var next = pointer.pointee.runs
        while let node = next {
            next = node.pointee.next
            let run = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee
            if let flags = run?.item?.pointee.analysis.flags, Int32(flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 {
                return true
            }
        }
        return false
    }
}
