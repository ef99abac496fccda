import Compositing
import LayerTree
import TestLimits
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

/// Text layers in a scene of layers, without a viewer.
@MainActor
@Suite(.timeLimited)
struct TextLayerSceneTests {
    private let style = TextStyle(font: TextFont(size: 13), color: .white)

    private func scene(scale: Double = 1) -> LayerScene {
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds.size = Size(width: 120, height: 40)
        let size = PixelSize(width: Int(120 * scale), height: Int(40 * scale))
        return LayerScene(root: root, size: size, scale: scale, clock: ManualClock())
    }

    /// Makes changes and waits until a frame of the scene is requested from another thread.
    private func request(of scene: LayerScene, after changes: @MainActor () -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            scene.requests.onRequest = { continuation.resume() }
            changes()
        }
        scene.requests.onRequest = {}
    }

    /// Expects a picture to show exactly a text, with the upper left corner of its box at a pixel.
    private func expect(_ picture: PixelBuffer, toShow text: DrawnText, at corner: (x: Int, y: Int), scale: Double) {
        guard let buffer = text.buffer else { return #expect(Bool(false), "the text has no pixels") }
        let left = corner.x + Int(text.frame.minX * scale)
        let top = corner.y + Int(text.frame.minY * scale)
        var differences = 0
        for row in 0..<picture.size.height {
            for column in 0..<picture.size.width {
                let isInside =
                    (0..<buffer.size.width).contains(column - left) && (0..<buffer.size.height).contains(row - top)
                let expected = isInside ? buffer[column - left, row - top] : 0
                differences += picture[column, row] == expected ? 0 : 1
            }
        }
        #expect(differences == 0)
    }

    @Test func `text appears with a frame that it requests, in the pixels of the scene`() async throws {
        let scene = scene(scale: 2)
        let layer = TextLayer("Hamburg", style: style, drawing: TextDrawing())
        layer.position = Point(x: 5, y: 7)
        #expect(!layer.isUpToDate && layer.bounds.size == .zero)
        _ = scene.frame()
        await request(of: scene) { scene.root.addSublayer(layer) }
        #expect(scene.needsFrame && !layer.isUpToDate)
        let picture = Compositor(workerCount: 1).draw(scene.frame())
        #expect(layer.isUpToDate && !scene.needsFrame)
        let text = try DrawnText("Hamburg", style: style, scale: 2)
        #expect(layer.bounds.size == text.size)
        expect(picture, toShow: text, at: (10, 14), scale: 2)
    }

    @Test func `a label with an opaque panel blends no pixel, and one without blends all of its own`() throws {
        let scene = scene()
        var style = style
        style.panel = TextStyle.Panel(
            color: Color(red: 0, green: 0, blue: 0.5), radius: 0, horizontalPadding: 3, verticalPadding: 1)
        let layer = TextLayer("Hamburg", style: style, drawing: TextDrawing(queue: DrawingQueue(mode: .immediate)))
        layer.position = Point(x: 5, y: 7)
        scene.root.addSublayer(layer)
        func blendedPixels() -> Int {
            var statistics = FrameStatistics()
            statistics.countPixels(of: scene.frame())
            return statistics.blendedPixels
        }
        #expect(blendedPixels() == 0)
        layer.textStyle.panel = nil
        let text = try #require(try DrawnText("Hamburg", style: layer.textStyle, scale: 1).buffer)
        #expect(blendedPixels() == text.size.area)
    }

    @Test func `a change of the scene's scale draws the text again`() throws {
        let scene = scene()
        let layer = TextLayer("Hamburg", style: style, drawing: TextDrawing(queue: DrawingQueue(mode: .immediate)))
        scene.root.addSublayer(layer)
        #expect(layer.displayScale == 1)
        scene.scale = 3
        #expect(layer.displayScale == 3 && layer.isUpToDate)
        let text = try DrawnText("Hamburg", style: style, scale: 3)
        #expect(layer.drawn.buffer?.size == text.buffer?.size && layer.bounds.size == text.size)
    }

    @Test func `a layer that moves to another scene while its text is drawn shows it there`() async {
        let first = scene()
        let second = scene()
        let layer = TextLayer("Hamburg", style: style, drawing: TextDrawing())
        await request(of: first) { first.root.addSublayer(layer) }
        await request(of: second) { second.root.addSublayer(layer) }
        _ = second.frame()
        #expect(layer.isUpToDate && layer.drawn.buffer != nil)
        // What was drawn for the first scene arrives late, and changes nothing.
        let buffer = layer.drawn.buffer
        _ = first.frame()
        #expect(layer.drawn.buffer === buffer)
    }

    @Test func `layers share the texts that were drawn`() async {
        let scene = scene()
        let drawing = TextDrawing()
        let first = TextLayer("same", style: style, drawing: drawing)
        let second = TextLayer("same", style: style, drawing: drawing)
        await request(of: scene) { scene.root.addSublayer(first) }
        _ = scene.frame()
        scene.root.addSublayer(second)
        #expect(second.isUpToDate && second.drawn.buffer === first.drawn.buffer)
    }

    @Test func `text on a panel covers only the panel`() throws {
        let scene = scene()
        let panel = PanelLayer(color: .black, radius: 8)
        panel.frame = Rect(x: 10, y: 5, width: 100, height: 30)
        let label = TextLayer("Hamburg", style: style, drawing: TextDrawing(queue: DrawingQueue(mode: .immediate)))
        panel.addSublayer(label)
        scene.root.addSublayer(panel)
        label.position = Point(x: 20, y: 6)
        let picture = Compositor(workerCount: 1).draw(scene.frame())
        #expect(picture[9, 20] == 0 && picture[110, 20] == 0 && picture[60, 4] == 0 && picture[60, 35] == 0)
        #expect(picture[10, 5] == 0 && picture[10, 20] == 0xFF00_0000 && picture[60, 5] == 0xFF00_0000)
        // White letters are over the black panel, which is opaque.
        let text = try DrawnText("Hamburg", style: style, scale: 1)
        let buffer = try #require(text.buffer)
        let left = 30 + Int(text.frame.minX)
        let top = 11 + Int(text.frame.minY)
        for row in 0..<buffer.size.height {
            for column in 0..<buffer.size.width {
                #expect(picture[left + column, top + row] == buffer[column, row] | 0xFF00_0000)
            }
        }
    }
}
