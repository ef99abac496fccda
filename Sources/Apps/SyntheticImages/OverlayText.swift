/// A line of text, laid out for drawing.
struct OverlayText: OverlayShape {
    /// The appearance of a text.
    struct Style {
        /// The height of capitals in pixels.
        var height: Float
        /// The width of strokes, relative to the height.
        var weight: Float = 0.13
        /// Extra space between letters, relative to the height.
        var spacing: Float = 0
        /// The offset of the tops of letters to the right, relative to the height.
        var slant: Float = 0
        var ink: SIMD4<Float>
        var opacity: Float = 1
        /// The color of the soft edge that separates letters from the ground.
        var halo: SIMD4<Float> = .zero
        /// The opacity of the soft edge; 0 for none.
        var haloOpacity: Float = 0
    }

    private struct Letter {
        var left: Float, right: Float
        var segments: [StrokeFont.Segment]
    }

    private let style: Style
    private let letters: [Letter]
    private let top: Float
    private let left: Float
    private let right: Float

    /// The distance from the middle of a stroke to its edge.
    private var stroke: Float { max(style.height * style.weight, 1.1) / 2 }
    /// The distance from the middle of a stroke to the edge of the halo.
    private var edge: Float { style.haloOpacity > 0 ? stroke + style.height * 0.11 + 1 : stroke }

    /// Lays out a text at `x` and with the top of its capitals at `top`, in pixels.
    ///
    /// `alignment` selects the point of the text at `x`: 0 the left end, 0.5 the middle, 1 the right end.
    init(_ text: String, x: Float, top: Float, alignment: Float = 0, style: Style) {
        let unit = style.height / StrokeFont.capHeight
        var letters: [Letter] = []
        var pen: Float = 0
        for character in text {
            let glyph = StrokeFont.glyph(of: character)
            let segments = glyph.segments.map { segment in
                StrokeFont.Segment(
                    x0: pen + segment.x0 * unit + (StrokeFont.capHeight - segment.y0) * unit * style.slant,
                    y0: top + segment.y0 * unit,
                    x1: pen + segment.x1 * unit + (StrokeFont.capHeight - segment.y1) * unit * style.slant,
                    y1: top + segment.y1 * unit)
            }
            letters.append(Letter(left: pen, right: pen + glyph.width * unit, segments: segments))
            pen += (glyph.width + 2.6) * unit + style.spacing * style.height
        }
        let width = letters.last?.right ?? 0
        let shift = x - width * alignment
        for index in letters.indices {
            letters[index].left += shift
            letters[index].right += shift
            for part in letters[index].segments.indices {
                letters[index].segments[part].x0 += shift
                letters[index].segments[part].x1 += shift
            }
        }
        self.style = style
        self.letters = letters
        self.top = top
        left = shift
        right = shift + width
    }

    var rows: ClosedRange<Float> { top - edge - 1...top + style.height + edge + 1 }

    func draw(row: Float, on canvas: RowCanvas) {
        guard right + style.height >= 0, left - style.height <= Float(canvas.width) else { return }
        // All halos come first: a letter's halo must not cover the next letter.
        if style.haloOpacity > 0 {
            let width = edge - stroke
            cover(row, canvas, reach: edge, color: style.halo, opacity: style.haloOpacity) { (edge - $0) / width }
        }
        cover(row, canvas, reach: stroke + 1, color: style.ink, opacity: style.opacity) { stroke + 0.5 - $0 }
    }

    /// Blends a color into a row by the distance from the nearest stroke.
    @inline(__always)
    private func cover(
        _ row: Float, _ canvas: RowCanvas, reach: Float, color: SIMD4<Float>, opacity: Float,
        by falloff: (Float) -> Float
    ) {
        let lean = style.slant * style.height
        var near: [StrokeFont.Segment] = []
        for letter in letters {
            near.removeAll(keepingCapacity: true)
            for segment in letter.segments
            where min(segment.y0, segment.y1) - reach <= row && row <= max(segment.y0, segment.y1) + reach {
                near.append(segment)
            }
            guard !near.isEmpty else { continue }
            for column in canvas.columns(from: letter.left - reach, to: letter.right + lean + reach) {
                var away = Float.greatestFiniteMagnitude
                for segment in near {
                    away = min(away, distance(Float(column), row, toSegment: segment))
                }
                let covered = clamped(falloff(away))
                if covered > 0 {
                    canvas.blend(column, color, covered * opacity)
                }
            }
        }
    }
}
