import LayerTree
import TextLayers
import TextRendering

@MainActor
func addLabel(to root: Layer) -> TextLayer {
    // listing
    let style = TextStyle(font: TextFont(size: 14), color: .white)
    let label = TextLayer("Zugspitze", style: style)
    label.position = Point(x: 20, y: 12)
    root.addSublayer(label)
    // end
    return label
}

@MainActor
func makeLabel(_ style: TextStyle) -> TextLayer {
    // listing
    let drawing = TextDrawing(queue: DrawingQueue(mode: .immediate))
    let label = TextLayer("Zugspitze", style: style, drawing: drawing)
    // end
    return label
}

@MainActor
func makePanel(for label: Layer) -> PanelLayer {
    // listing
    let panel = PanelLayer(color: Color(red: 0, green: 0, blue: 0, alpha: 0.75), radius: 8)
    panel.frame = Rect(x: 12, y: 12, width: 200, height: 32)
    panel.addSublayer(label)
    // end
    return panel
}

func drawText() throws -> TextMask {
    // listing
    let mask = try TextRenderer.draw("42 %", font: TextFont(size: 13))
    // end
    return mask
}

func makeAttributedText() -> AttributedText {
    // listing
    var text = AttributedText("Lorem ipsum dolor")
    text.updateAttributes(in: 6..<11) {
        $0.color = Color(red: 1, green: 0, blue: 0)
        $0.underline = .single
    }
    text.append(" sit amet") { $0.weight = .bold }
    // end
    return text
}
