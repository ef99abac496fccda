internal import LayerTree
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// The arrangement of a text and its panel in a box, in pixels.
struct BoxArrangement {
    let layout: TextLayoutOptions
    private let style: TextStyle
    private let scale: Double
    private let padding: (x: Int, y: Int)
    /// The given size; nil if the text determines it.
    private let box: PixelSize?

    /// Prepares a box.
    ///
    /// - Parameters:
    ///   - style: the style of the text.
    ///   - scale: pixels per point.
    ///   - box: the size in points, which is rounded to pixels and limited; nil if the text determines it.
    init(_ style: TextStyle, scale: Double, box: Size?) {
        func pixels(_ length: Double?) -> Int {
            let length = ((length ?? 0) * scale).rounded()
            return length > 0 ? Int(min(length, Double(TextRenderer.sideLimit))) : 0
        }
        self.style = style
        self.scale = scale
        padding = (pixels(style.panel?.horizontalPadding), pixels(style.panel?.verticalPadding))
        self.box = box.map { PixelSize(width: pixels($0.width), height: pixels($0.height)) }
        let room = self.box.map { [padding] in
            PixelRoom(width: max($0.width - 2 * padding.x, 1), height: max($0.height - 2 * padding.y, 1))
        }
        layout = style.pixelLayout(scale: scale, room: room)
    }

    /// The size of the box of a text with these metrics.
    func size(around metrics: TextMetrics) -> PixelSize {
        box
            ?? PixelSize(
                width: metrics.lineBox.size.width + 2 * padding.x, height: metrics.lineBox.size.height + 2 * padding.y)
    }

    /// The upper left corner of the layout in the box.
    private func origin(of metrics: TextMetrics) -> (x: Int, y: Int) {
        guard let box else { return (padding.x - metrics.lineBox.x, padding.y - metrics.lineBox.y) }
        let free = box.height - 2 * padding.y - metrics.lineBox.size.height
        let top =
            switch style.verticalAlignment {
            case .top: 0
            case .center: free / 2
            case .bottom: free
            }
        var left = 0
        if style.wrapping == .none, style.truncation == .none {
            // The lines were aligned to each other, and may be longer than the box is wide.
            let free = box.width - 2 * padding.x - metrics.lineBox.size.width
            left = Int(Double(free) * lineAnchor) - metrics.lineBox.x
        }
        return (padding.x + left, padding.y + top)
    }

    /// The fraction of the free width to the left of the lines.
    private var lineAnchor: Double {
        switch style.alignment {
        case .leading, .left, .justified: 0
        case .center: 0.5
        case .trailing, .right: 1
        }
    }

    /// Whether lines reach beyond the given box.
    private func isCut(_ metrics: TextMetrics) -> Bool {
        guard let box else { return false }
        let lines = metrics.lineBox.size
        return lines.width > box.width - 2 * padding.x || lines.height > box.height - 2 * padding.y
    }

    /// Draws a laid-out text, or the panel alone.
    func draw(_ text: LaidOutText?) -> DrawnText {
        let metrics = text?.metrics
        let size = metrics.map(size) ?? box ?? PixelSize(width: 0, height: 0)
        let all = PixelRect(size)
        let origin = metrics.map(origin) ?? (x: 0, y: 0)
        var drawn = PixelRect.none
        if let extent = text?.extent, !extent.isEmpty {
            drawn = PixelRect(
                x: extent.x + origin.x, y: extent.y + origin.y, width: extent.size.width, height: extent.size.height)
            // A given box and a background clip; other text may reach beyond its lines.
            let isClipped = box != nil || style.panel.map { $0.radius <= 0 && $0.color.alpha >= 1 } == true
            drawn = isClipped ? drawn.intersection(all) : drawn
        }
        if style.panel != nil {
            drawn = drawn.union(all)
        }
        let buffer = drawn.isEmpty ? nil : pixels(of: drawn, size: size, text: text, origin: origin)
        func points(_ pixels: Int) -> Double { Double(pixels) / scale }
        return DrawnText(
            buffer: buffer, size: Size(width: points(size.width), height: points(size.height)),
            frame: Rect(
                x: points(drawn.x), y: points(drawn.y), width: points(drawn.size.width),
                height: points(drawn.size.height)),
            baseline: points(metrics.map { origin.y + $0.baseline } ?? 0), lineCount: metrics?.lineCount ?? 0,
            isTruncated: metrics.map { $0.isTruncated || isCut($0) } ?? false)
    }

    private func pixels(
        of drawn: PixelRect, size: PixelSize, text: LaidOutText?, origin: (x: Int, y: Int)
    ) -> PixelBuffer {
        PixelBuffer.drawn(size: drawn.size) { context in
            if let panel = style.panel {
                context.fillColor = panel.color
                let rect = Rect(PixelRect(x: -drawn.x, y: -drawn.y, width: size.width, height: size.height))
                if panel.radius > 0 {
                    context.fill(Path(roundedRect: rect, radius: panel.radius * scale))
                } else {
                    context.fill(rect)
                }
            }
            text?.draw(in: &context, column: origin.x - drawn.x, row: origin.y - drawn.y, color: style.color)
        }
    }
}
