internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The panel that adjusts the display as pixels: a histogram and, below it, a row for each control.
struct DrawnAdjustmentPanel: Sendable {
    /// The values in the panel: the settings and the histogram.
    struct Values: Hashable, Sendable {
        var adjustment = ColorAdjustment()
        var histogram = ColorHistogram()
    }

    /// The pixels.
    let buffer: PixelBuffer

    // Lengths in points.
    private static let width = 240.0
    private static let padding = 10.0
    private static let histogramHeight = 56.0
    private static let rowHeight = 22.0
    private static let sliderStart = 90.0
    private static let sliderWidth = 100.0

    /// The size in points.
    static var size: Size {
        Size(width: width, height: top + rowHeight * Double(AdjustmentControl.allCases.count) + padding)
    }

    /// The upper edge of the rows.
    private static var top: Double { 2 * padding + histogramHeight }

    /// Returns the control at a point of the panel; nil if there is none.
    static func control(at point: Point) -> AdjustmentControl? {
        let row = ((point.y - top) / rowHeight).rounded(.down)
        let controls = AdjustmentControl.allCases
        guard row >= 0, row < Double(controls.count) else { return nil }
        return controls[Int(row)]
    }

    /// Returns the position of a slider whose handle is at a point, from 0 to 1 within the slider.
    static func position(at point: Point) -> Double { (point.x - sliderStart) / sliderWidth }

    /// Draws the panel; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when no font is installed.
    init(_ values: Values, theme: ControlTheme, scale: Double) throws(TextError) {
        let font = TextFont(family: theme.family, size: (theme.textSize - 1) * scale)
        var texts: [(label: TextMask, value: TextMask)] = []
        for control in AdjustmentControl.allCases {
            let value = control.value(in: values.adjustment)
            try texts.append(
                (
                    TextRenderer.draw(control.label, font: font, layout: .line),
                    TextRenderer.draw(value.isEmpty ? " " : value, font: font, layout: .line)
                ))
        }
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let pixelSize = PixelSize(width: pixels(Self.size.width), height: pixels(Self.size.height))
        buffer = PixelBuffer.panel(pixelSize, theme: theme, scale: scale) { context in
            let graph = Rect(
                x: Self.padding * scale, y: Self.padding * scale,
                width: (Self.width - 2 * Self.padding) * scale, height: Self.histogramHeight * scale)
            context.draw(values.histogram, values.adjustment, in: graph, theme: theme)
            for (index, control) in AdjustmentControl.allCases.enumerated() {
                let middle = Self.top + (Double(index) + 0.5) * Self.rowHeight
                let text = texts[index]
                let row = pixels(middle) - text.label.lineBox.size.height / 2
                context.draw(
                    text.label, column: pixels(Self.padding), row: row,
                    color: control.isSlider ? theme.secondaryColor : theme.textColor)
                if let position = control.position(in: values.adjustment) {
                    context.drawSlider(
                        from: Self.sliderStart * scale, width: Self.sliderWidth * scale, middle: middle * scale,
                        position: position, theme: theme, scale: scale)
                }
                let end = pixels(Self.width - Self.padding)
                context.draw(
                    text.value, column: end - text.value.lineBox.size.width, row: row, color: theme.textColor)
            }
        }
    }
}

extension PixelContext {
    /// Draws the histogram of each channel, and lines at the black point and the white point.
    fileprivate mutating func draw(
        _ histogram: ColorHistogram, _ adjustment: ColorAdjustment, in area: Rect, theme: ControlTheme
    ) {
        let channels = [
            (histogram.red, Color(red: 1, green: 0.35, blue: 0.3, alpha: 0.55)),
            (histogram.green, Color(red: 0.35, green: 0.9, blue: 0.4, alpha: 0.55)),
            (histogram.blue, Color(red: 0.4, green: 0.55, blue: 1, alpha: 0.55)),
        ]
        // The ends are often many times as frequent as all else.
        let highest = channels.compactMap { $0.0[1..<255].max() }.max() ?? 0
        let width = area.size.width / 256
        for (counts, color) in channels where highest > 0 {
            fillColor = color
            var path = Path()
            path.move(to: Point(x: area.minX, y: area.maxY))
            for (value, count) in counts.enumerated() {
                let height = min(Double(count) / Double(highest), 1) * area.size.height
                path.addLine(to: Point(x: area.minX + Double(value) * width, y: area.maxY - height))
                path.addLine(to: Point(x: area.minX + Double(value + 1) * width, y: area.maxY - height))
            }
            path.addLine(to: Point(x: area.maxX, y: area.maxY))
            path.close()
            fill(path)
        }
        fillColor = theme.accentColor
        for value in [adjustment.blackPoint, adjustment.whitePoint] {
            let x = (area.minX + min(max(value, 0), 1) * (area.size.width - 1)).rounded()
            fill(Rect(x: x, y: area.minY, width: 1, height: area.size.height))
        }
    }

    /// Draws a line with a round handle.
    fileprivate mutating func drawSlider(
        from start: Double, width: Double, middle: Double, position: Double, theme: ControlTheme, scale: Double
    ) {
        var track = theme.secondaryColor
        track.alpha = 0.4
        fillColor = track
        let height = 3 * scale
        fill(
            Path(
                roundedRect: Rect(x: start, y: middle - height / 2, width: width, height: height), radius: height / 2))
        fillColor = theme.textColor
        let radius = 5 * scale
        let center = start + position * width
        fill(
            Path(
                roundedRect: Rect(x: center - radius, y: middle - radius, width: 2 * radius, height: 2 * radius),
                radius: radius))
    }
}
