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
    private static let padding = 12.0
    private static let histogramHeight = 56.0
    /// The height of the line of a slider's name and value, and of the slider below it.
    private static let titleHeight = 20.0
    private static let sliderHeight = 18.0
    private static let buttonHeight = 27.0
    private static let fieldSize = Size(width: 64, height: 19)
    private static let choiceSize = Size(width: 112, height: 22)
    /// The width of a slider: a point from each position to the next, so that every value can be reached.
    private static let sliderWidth = Double(AdjustmentControl.positionCount - 1)
    private static let width = sliderWidth + 2 * padding

    /// A part of the panel that can be pressed.
    enum Target: Hashable, Sendable {
        case slider(AdjustmentControl)
        /// The value of a slider, which can be typed.
        case field(AdjustmentControl)
        case button(AdjustmentControl)
    }

    /// The size in points.
    static var size: Size {
        Size(width: width, height: top + AdjustmentControl.allCases.reduce(0) { $0 + height(of: $1) } + padding)
    }

    /// The upper edge of the rows.
    private static var top: Double { padding + histogramHeight + padding / 2 }

    private static func height(of control: AdjustmentControl) -> Double {
        control.isSlider ? titleHeight + sliderHeight : buttonHeight
    }

    /// The row of a control.
    static func row(of control: AdjustmentControl) -> Rect {
        let above = AdjustmentControl.allCases.prefix { $0 != control }.reduce(0) { $0 + height(of: $1) }
        return Rect(x: padding, y: top + above, width: sliderWidth, height: height(of: control))
    }

    /// The frame that looks like a field or a button: the value of a slider, and what is clicked.
    static func box(of control: AdjustmentControl) -> Rect {
        let row = row(of: control)
        if control.isSlider {
            return Rect(x: row.maxX - fieldSize.width, y: row.minY, width: fieldSize.width, height: fieldSize.height)
        }
        let width = control.isChoice ? choiceSize.width : row.size.width
        return Rect(
            x: row.maxX - width, y: row.minY + (buttonHeight - choiceSize.height) / 2, width: width,
            height: choiceSize.height)
    }

    /// The middle of a slider, from its first position to its last.
    static func track(of control: AdjustmentControl) -> Rect {
        let row = row(of: control)
        return Rect(x: row.minX, y: row.minY + titleHeight + sliderHeight / 2, width: sliderWidth, height: 0)
    }

    /// Returns the target at a point of the panel; nil if there is nothing to press.
    static func target(at point: Point) -> Target? {
        guard point.x >= 0, point.x < width,
            let control = AdjustmentControl.allCases.first(where: {
                point.y >= row(of: $0).minY && point.y < row(of: $0).maxY
            })
        else { return nil }
        guard control.isSlider else { return box(of: control).contains(point) ? .button(control) : nil }
        if box(of: control).contains(point) { return .field(control) }
        return point.y >= row(of: control).minY + titleHeight ? .slider(control) : nil
    }

    /// Returns the position of a slider whose handle is at a point, from 0 to 1 within the slider.
    static func position(at point: Point) -> Double { (point.x - padding) / sliderWidth }

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
                x: Self.padding * scale, y: Self.padding * scale, width: Self.sliderWidth * scale,
                height: Self.histogramHeight * scale)
            context.draw(values.histogram, values.adjustment, in: graph, theme: theme)
            for (control, text) in zip(AdjustmentControl.allCases, texts) {
                let box = Self.box(of: control)
                context.drawBox(box, isField: control.isSlider, theme: theme, scale: scale)
                func draw(_ mask: TextMask, column: Int, color: Color) {
                    let middle = pixels(box.minY + box.size.height / 2)
                    context.draw(mask, column: column, row: middle - mask.lineBox.size.height / 2, color: color)
                }
                func centered(_ mask: TextMask) -> Int {
                    pixels(box.minX + box.size.width / 2) - mask.lineBox.size.width / 2
                }
                if control.isSlider || control.isChoice {
                    draw(text.label, column: pixels(Self.padding), color: theme.secondaryColor)
                    draw(text.value, column: centered(text.value), color: theme.textColor)
                } else {
                    draw(text.label, column: centered(text.label), color: theme.textColor)
                }
                if let position = control.position(in: values.adjustment) {
                    let track = Self.track(of: control)
                    context.drawSlider(
                        from: track.minX * scale, width: track.size.width * scale, middle: track.minY * scale,
                        position: position, theme: theme, scale: scale)
                }
            }
        }
    }
}

extension AdjustmentControl {
    /// Whether a click chooses the next of several values; the button shows the current one.
    fileprivate var isChoice: Bool {
        switch self {
        case .isInverted, .channel, .palette: true
        default: false
        }
    }
}

extension PixelContext {
    /// Draws the histogram of each channel, and lines at the black point and the white point.
    fileprivate mutating func draw(
        _ histogram: ColorHistogram, _ adjustment: ColorAdjustment, in area: Rect, theme: ControlTheme
    ) {
        let channels = Array(zip([histogram.red, histogram.green, histogram.blue], Color.channels))
        // The ends are often many times as frequent as all else.
        drawHistogram(channels, highest: channels.compactMap { $0.0[1..<255].max() }.max() ?? 0, in: area)
        fillColor = theme.accentColor
        for value in [adjustment.blackPoint, adjustment.whitePoint] {
            let x = (area.minX + min(max(value, 0), 1) * (area.size.width - 1)).rounded()
            fill(Rect(x: x, y: area.minY, width: 1, height: area.size.height))
        }
    }

    /// Draws a field in which something can be typed, or a button.
    fileprivate mutating func drawBox(_ box: Rect, isField: Bool, theme: ControlTheme, scale: Double) {
        fillColor =
            isField
            ? Color(red: 0, green: 0, blue: 0, alpha: 0.45) : Color(red: 1, green: 1, blue: 1, alpha: 0.16)
        let pixels = Rect(
            x: box.minX * scale, y: box.minY * scale, width: box.size.width * scale, height: box.size.height * scale)
        fill(Path(roundedRect: pixels, radius: 4 * scale))
    }
}
