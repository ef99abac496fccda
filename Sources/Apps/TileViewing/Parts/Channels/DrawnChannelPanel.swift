internal import ChannelImages
internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

/// The channel panel as pixels.
struct DrawnChannelPanel: Sendable {
    /// The pixels.
    let buffer: PixelBuffer

    /// Draws the panel; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when no font is installed.
    init(_ content: ChannelPanelContent, theme: ControlTheme, scale: Double) throws(TextError) {
        let font = TextFont(family: theme.family, size: (theme.textSize - 2) * scale)
        var texts: [TextMask?] = []
        for item in content.items {
            guard let (rect, text) = item.text, !text.isEmpty else {
                texts.append(nil)
                continue
            }
            var layout = TextLayoutOptions.line
            layout.width = max(1, Int((rect.size.width * scale).rounded()))
            texts.append(try TextRenderer.draw(text, font: font, layout: layout))
        }
        let size = PixelSize(
            width: max(1, Int((ChannelPanelLayout.width * scale).rounded())),
            height: max(1, Int((content.height * scale).rounded())))
        buffer = PixelBuffer.panel(size, theme: theme, scale: scale) { context in
            for (item, text) in zip(content.items, texts) {
                context.draw(item, text, theme: theme, scale: scale)
            }
        }
    }
}

extension ChannelPanelContent.Item {
    /// The text, and the rectangle that it has to fit in.
    fileprivate var text: (Rect, String)? {
        switch self {
        case .box(let rect, let text, _), .text(let rect, let text, _): (rect, text)
        default: nil
        }
    }
}

extension PixelContext {
    fileprivate mutating func draw(
        _ item: ChannelPanelContent.Item, _ text: TextMask?, theme: ControlTheme, scale: Double
    ) {
        switch item {
        case .box(let rect, _, let style):
            fillColor = style.color(theme)
            fill(Path(roundedRect: rect.scaled(by: scale), radius: 4 * scale))
            if let text { draw(text, centeredIn: rect.scaled(by: scale), color: theme.textColor) }
        case .text(let rect, _, let isDim):
            guard let text else { return }
            let rect = rect.scaled(by: scale)
            draw(
                text, column: Int(rect.minX.rounded()), row: row(of: text, in: rect),
                color: isDim ? theme.secondaryColor : theme.textColor)
        case .swatch(let rect, let color, let isChosen):
            fillColor = Color(color)
            fill(Path(roundedRect: rect.scaled(by: scale), radius: 4 * scale))
            if isChosen { frame(rect, theme: theme, scale: scale) }
        case .colormap(let rect, let colormap, let isChosen):
            draw(colormap, in: rect.scaled(by: scale))
            if isChosen { frame(rect, theme: theme, scale: scale) }
        case .slider(let track, let position):
            let line = track.scaled(by: scale)
            drawSlider(
                from: line.minX, width: line.size.width, middle: line.minY, position: position, theme: theme,
                scale: scale)
        case .mark(let rect, let isSet, let isRound):
            drawMark(rect.scaled(by: scale), isSet: isSet, isRound: isRound, theme: theme, scale: scale)
        case .histogram(let rect, let levels, let color, let low, let high):
            let area = rect.scaled(by: scale)
            drawHistogram(levels, color, in: area)
            drawHandles([low, high], in: area, theme: theme, scale: scale)
        }
    }

    private func row(of text: TextMask, in rect: Rect) -> Int {
        Int((rect.minY + rect.size.height / 2).rounded()) - text.lineBox.size.height / 2
    }

    private mutating func draw(_ text: TextMask, centeredIn rect: Rect, color: Color) {
        let middle = Int((rect.minX + rect.size.width / 2).rounded())
        draw(text, column: middle - text.lineBox.size.width / 2, row: row(of: text, in: rect), color: color)
    }

    /// Draws a frame around what is chosen.
    private mutating func frame(_ rect: Rect, theme: ControlTheme, scale: Double) {
        strokeColor = theme.textColor
        strokeStyle.width = 1.5 * scale
        let out = 1.5 * scale
        let rect = rect.scaled(by: scale)
        stroke(
            Path(
                roundedRect: Rect(
                    x: rect.minX - out, y: rect.minY - out, width: rect.size.width + 2 * out,
                    height: rect.size.height + 2 * out), radius: 4 * scale))
    }

    /// Draws the colors of a scale from left to right.
    private mutating func draw(_ colormap: Colormap, in rect: Rect) {
        let count = max(1, Int(rect.size.width.rounded()))
        for column in 0..<count {
            let index = count > 1 ? column * (colormap.colors.count - 1) / (count - 1) : 0
            fillColor = Color(colormap.colors[index])
            fill(Rect(x: rect.minX.rounded() + Double(column), y: rect.minY, width: 1, height: rect.size.height))
        }
    }

    private mutating func drawMark(_ rect: Rect, isSet: Bool, isRound: Bool, theme: ControlTheme, scale: Double) {
        let radius = isRound ? rect.size.width / 2 : 3 * scale
        fillColor = ChannelPanelContent.BoxStyle.field.color(theme)
        fill(Path(roundedRect: rect, radius: radius))
        guard isSet else { return }
        let inset = 4 * scale
        fillColor = theme.textColor
        let inner = Rect(
            x: rect.minX + inset, y: rect.minY + inset, width: rect.size.width - 2 * inset,
            height: rect.size.height - 2 * inset)
        fill(Path(roundedRect: inner, radius: max(0, radius - inset / 2)))
    }

    private mutating func drawHistogram(_ levels: [Double], _ color: ChannelColor, in area: Rect) {
        fillColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
        fill(area)
        guard !levels.isEmpty else { return }
        let width = area.size.width / Double(levels.count)
        var path = Path()
        path.move(to: Point(x: area.minX, y: area.maxY))
        for (index, level) in levels.enumerated() {
            let y = area.maxY - level * area.size.height
            path.addLine(to: Point(x: area.minX + Double(index) * width, y: y))
            path.addLine(to: Point(x: area.minX + Double(index + 1) * width, y: y))
        }
        path.addLine(to: Point(x: area.maxX, y: area.maxY))
        path.close()
        // Dark colors, such as blue, are hard to see on a dark panel.
        fillColor = Color(color).mixed(with: .white, share: 0.35)
        fill(path)
    }

    /// Draws the handles of a range, and dims the values beyond them.
    private mutating func drawHandles(_ positions: [Double], in area: Rect, theme: ControlTheme, scale: Double) {
        guard let low = positions.first, let high = positions.last else { return }
        fillColor = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        fill(Rect(x: area.minX, y: area.minY, width: low * area.size.width, height: area.size.height))
        fill(
            Rect(
                x: area.minX + high * area.size.width, y: area.minY, width: (1 - high) * area.size.width,
                height: area.size.height))
        fillColor = theme.textColor
        let width = scale.rounded()
        for position in positions {
            let x = (area.minX + position * (area.size.width - width)).rounded()
            fill(Rect(x: x, y: area.minY, width: width, height: area.size.height))
            let middle = x + width / 2
            let grip = Rect(x: middle - 4 * scale, y: area.maxY - 9 * scale, width: 8 * scale, height: 11 * scale)
            fill(Path(roundedRect: grip, radius: 2.5 * scale))
        }
    }
}

extension ChannelPanelContent.BoxStyle {
    fileprivate func color(_ theme: ControlTheme) -> Color {
        switch self {
        case .button: Color(red: 1, green: 1, blue: 1, alpha: 0.16)
        case .chosen: theme.pressedColor
        case .field: Color(red: 0, green: 0, blue: 0, alpha: 0.45)
        }
    }
}

extension Color {
    /// The color with a share of another one.
    fileprivate func mixed(with other: Color, share: Double) -> Color {
        func mixed(_ one: Double, _ other: Double) -> Double { one + (other - one) * share }
        return Color(red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue))
    }
}

extension Rect {
    fileprivate func scaled(by scale: Double) -> Rect {
        Rect(x: minX * scale, y: minY * scale, width: size.width * scale, height: size.height * scale)
    }
}
