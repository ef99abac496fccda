import LayerTree
import TextLayers
import TextRendering
import VectorDrawing

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

@MainActor
func addLabel(_ text: AttributedText, to root: Layer) {
    // listing
    let style = TextStyle(font: TextFont(size: 15), lineLimit: nil, alignment: .justified)
    root.addSublayer(TextLayer(text, style: style, frame: Rect(x: 20, y: 40, width: 200, height: 120)))
    // end
}

@MainActor
func addHello(to root: Layer) {
    // listing
    root.addSublayer(TextLayer("Hello"))
    // end
}

@MainActor
func makeOpaque(_ label: TextLayer) {
    // listing
    label.textStyle.panel = .background(.white)
    // end
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

final class TitleLayer: Layer {
    // listing
    override func draw(in context: inout PixelContext) {
        context.fill(self.bounds)
        let style = TextStyle(color: .white, alignment: .center)
        _ = try? context.draw("Push the Limits", in: self.bounds, style: style)
    }
    // end
}
