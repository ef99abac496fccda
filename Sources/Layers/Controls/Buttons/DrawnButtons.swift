internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import TilePyramid
internal import VectorDrawing

extension ButtonLayout {
    /// The size of buttons that have room for all of these faces; the width of a text is measured at a scale.
    static func buttonSize(for faces: [Button.Face], theme: ControlTheme, scale: Double) -> Size {
        var size = Size(width: side, height: side)
        for case .text(let text) in faces {
            let textSize = try? DrawnText.size(of: AttributedText(text), style: theme.style(), scale: scale)
            size.width = max(size.width, ((textSize?.width ?? 0) + 2 * theme.horizontalPadding).rounded(.up))
            size.height = max(size.height, ((textSize?.height ?? 0) + 2 * theme.verticalPadding).rounded(.up))
        }
        return size
    }

    /// Draws the buttons on their panel; can be called on any thread.
    ///
    /// - Throws: ``TextError`` when there are texts and no font is installed.
    func draw(_ faces: [Button.Face], theme: ControlTheme, scale: Double) throws(TextError) -> PixelBuffer {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let font = TextFont(family: theme.family, size: theme.textSize * scale)
        var masks: [TextMask?] = []
        for face in faces {
            guard case .text(let text) = face else {
                masks.append(nil)
                continue
            }
            try masks.append(TextRenderer.draw(text.isEmpty ? " " : text, font: font, layout: .line))
        }
        let size = PixelSize(width: pixels(frame.size.width), height: pixels(frame.size.height))
        return PixelBuffer.panel(size, theme: theme, scale: scale) { context in
            context.fillColor = theme.textColor
            context.strokeColor = theme.textColor
            context.strokeStyle = StrokeStyle(width: ButtonIcon.lineWidth, cap: .round, join: .round)
            for (index, face) in faces.enumerated() {
                let box = buttonFrame(index)
                if let mask = masks[index] {
                    let middle = box.point(at: Point(x: 0.5, y: 0.5))
                    context.draw(
                        mask, column: pixels(middle.x) - mask.lineBox.size.width / 2,
                        row: pixels(middle.y) - mask.lineBox.size.height / 2, color: theme.textColor)
                } else if case .icon(let icon) = face {
                    context.draw(icon, in: box, scale: scale)
                }
            }
        }
    }
}

extension PixelContext {
    /// Draws an icon in the middle of a button.
    fileprivate mutating func draw(_ icon: ButtonIcon, in box: Rect, scale: Double) {
        let x = box.minX + (box.size.width - ButtonIcon.side) / 2
        let y = box.minY + (box.size.height - ButtonIcon.side) / 2
        withSavedState { context in
            context.concatenate(AffineTransform(translationX: x * scale, y: y * scale))
            context.concatenate(AffineTransform(scaleX: scale, y: scale))
            context.stroke(icon.lines)
            context.fill(icon.shapes)
        }
    }
}
