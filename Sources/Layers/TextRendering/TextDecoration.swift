internal import CPango
internal import TilePyramid
internal import VectorDrawing

/// A filled rectangle behind, under or through letters, in pixels.
struct TextDecoration {
    /// The kind of a rectangle, from back to front: letters are drawn over backgrounds and underlines.
    enum Kind {
        case background, underline, strikethrough
    }

    var kind: Kind
    var rect: PixelRect
    /// The color; nil for the color of the text.
    var color: Color?

    /// The decorations of some lines.
    static func all(of lines: [LaidOutText.Line]) -> [TextDecoration] {
        var result: [TextDecoration] = []
        for line in lines where line.parts.contains(where: \.attributes.isDecorated) {
            for run in line.runs {
                let attributes = run.attributes
                guard attributes.isDecorated else { continue }
                let extent = Extent(
                    nearest: PangoRectangle(x: run.x, y: line.box.y, width: run.width, height: line.box.height))
                if let color = attributes.backgroundColor {
                    result.append(TextDecoration(kind: .background, rect: extent.pixels, color: color))
                }
                guard attributes.underline != nil || attributes.strikethrough != nil,
                    let metrics = pango_font_get_metrics(run.font, run.language)
                else { continue }
                defer { pango_font_metrics_unref(metrics) }
                // Positions of fonts are above the baseline; those of underlines are usually negative.
                if let underline = attributes.underline {
                    result += strokes(
                        underline, .underline, of: extent,
                        top: run.baseline - pango_font_metrics_get_underline_position(metrics),
                        thickness: pango_font_metrics_get_underline_thickness(metrics), color: attributes.color)
                }
                if let strikethrough = attributes.strikethrough {
                    result += strokes(
                        strikethrough, .strikethrough, of: extent,
                        top: run.baseline - pango_font_metrics_get_strikethrough_position(metrics),
                        thickness: pango_font_metrics_get_strikethrough_thickness(metrics), color: attributes.color)
                }
            }
        }
        return result
    }

    private static func strokes(
        _ decoration: TextAttributes.Decoration, _ kind: Kind, of run: Extent, top: Int32, thickness: Int32,
        color: Color?
    ) -> [TextDecoration] {
        let thickness = max(1, Int(pixels(thickness)))
        var top = Int(pixels(top))
        if decoration.style == .double, kind == .strikethrough {
            top -= thickness
        }
        return (0..<(decoration.style == .double ? 2 : 1)).map { stroke in
            TextDecoration(
                kind: kind,
                rect: PixelRect(x: run.left, y: top + 2 * stroke * thickness, width: run.width, height: thickness),
                color: decoration.color ?? color)
        }
    }
}

extension TextAttributes {
    fileprivate var isDecorated: Bool { backgroundColor != nil || underline != nil || strikethrough != nil }
}
