import Compositing
import LayerTree
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

@MainActor
func showText(on root: Layer) -> PixelBuffer {
    // listing
    var text = AttributedText("Lorem ipsum dolor sit amet, consectetur adipiscing elit. ")
    text.updateAttributes(in: 6..<11) {
        $0.color = Color(red: 0.9, green: 0, blue: 0)
        $0.underline = .single
    }
    text.append("Quisque") { $0.weight = .bold }
    text.append(" massa arcu, ")
    text.append("eleifend vel") { $0.backgroundColor = Color(red: 1, green: 0.85, blue: 0.2) }
    text.append(" varius in, facilisis ")
    text.append("pulvinar") { $0.strikethrough = .single }
    text.append(" leo: E = mc")
    text.append("2") {
        $0.size = 10
        $0.baselineOffset = 6
    }

    let style = TextStyle(
        font: TextFont(family: "DejaVu Sans", size: 15), lineLimit: nil, alignment: .justified,
        panel: .init(color: Color(red: 1, green: 1, blue: 0.93), radius: 10, horizontalPadding: 14, verticalPadding: 12)
    )
    let drawing = TextDrawing(queue: DrawingQueue(mode: .immediate))
    let frame = Rect(x: 20, y: 16, width: 320, height: 106)
    let label = TextLayer(text, style: style, frame: frame, drawing: drawing)
    root.addSublayer(label)

    let background = Color(red: 0.2, green: 0.3, blue: 0.45)
    let size = PixelSize(width: 720, height: 276)
    let picture = Compositor().draw(LayerScene(root: root, size: size, scale: 2, background: background).frame())
    // end
    return picture
}
