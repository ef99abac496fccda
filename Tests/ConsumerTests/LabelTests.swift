import Compositing
import LayerTree
import TestLimits
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

/// An app that puts a label on a panel over its own layers, without the viewer.
@MainActor
@Suite(.timeLimited) struct LabelTests {
    private let root = Layer()
    private let panel = PanelLayer(color: Color(red: 0, green: 0, blue: 1), radius: 8)
    private let label = TextLayer(
        "Zugspitze", style: TextStyle(font: TextFont(size: 14), color: .white),
        drawing: TextDrawing(queue: DrawingQueue(mode: .immediate)))

    @Test func `a label is drawn white on its panel, and the panel's corners are round`() {
        root.frame = Rect(x: 0, y: 0, width: 200, height: 60)
        panel.frame = Rect(x: 20, y: 10, width: 160, height: 40)
        label.position = Point(x: 12, y: 8)
        panel.addSublayer(label)
        root.addSublayer(panel)
        let scene = LayerScene(
            root: root, size: PixelSize(width: 200, height: 60), background: .black, clock: ManualClock())
        let snapshot = Compositor().draw(scene.frame())

        #expect(snapshot[10, 30] == 0xFF00_0000)
        #expect(snapshot[100, 48] == 0xFF00_00FF)
        #expect(snapshot[20, 10] == 0xFF00_0000, "the corner is round")
        let light = (0..<60).flatMap { y in (0..<200).map { x in snapshot[x, y] } }.filter {
            $0 & 0xFF_0000 > 0x80_0000
        }
        #expect(light.count > 50, "letters cover some pixels")
        #expect(label.isUpToDate && label.bounds.size.width > 40)
    }

    @Test func `a label with a frame wraps its lines, and has a word in another color`() {
        root.frame = Rect(x: 0, y: 0, width: 200, height: 60)
        var text: AttributedText = "Lorem ipsum dolor sit amet"
        text.updateAttributes(in: 6..<11) { $0.color = Color(red: 1, green: 0, blue: 0) }
        let label = TextLayer(
            text, style: TextStyle(lineLimit: nil, panel: .background(.white)),
            frame: Rect(x: 10, y: 5, width: 100, height: 50),
            drawing: TextDrawing(queue: DrawingQueue(mode: .immediate)))
        root.addSublayer(label)
        let scene = LayerScene(root: root, size: PixelSize(width: 200, height: 60), clock: ManualClock())
        let snapshot = Compositor().draw(scene.frame())
        #expect(label.drawn.lineCount >= 2 && label.drawn.buffer?.isOpaque == true && label.redrawCount == 1)
        var red = 0
        for y in 0..<60 {
            for x in 0..<200 {
                let pixel = snapshot[x, y]
                red += pixel >> 16 & 255 > 200 && pixel >> 8 & 255 < 128 ? 1 : 0
            }
        }
        #expect(red > 5, "letters are red")
    }
}
