import Compositing
import LayerTree
import TestLimits
import Testing
import TextLayers
import TextRendering
import TilePyramid
import VectorDrawing

/// Text layers with frames of their own: how often they are drawn, how large they are, and what is blended.
@MainActor
@Suite(.timeLimited)
struct TextLayerFrameTests {
    private let root = Layer()
    private let scene: LayerScene
    private let drawing = TextDrawing(queue: DrawingQueue(mode: .immediate))
    private let frame = Rect(x: 10, y: 5, width: 200, height: 100)
    private let lorem: AttributedText = "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu"
    private let style = TextStyle(font: TextFont(family: "DejaVu Sans", size: 15), lineLimit: nil)

    init() {
        root.anchorPoint = .zero
        root.bounds.size = Size(width: 320, height: 120)
        scene = LayerScene(root: root, size: PixelSize(width: 320, height: 120), clock: ManualClock())
    }

    private func label(_ style: TextStyle? = nil) -> TextLayer {
        let label = TextLayer(lorem, style: style ?? self.style, frame: frame, drawing: drawing)
        root.addSublayer(label)
        _ = scene.frame()
        return label
    }

    @Test func `wrapped text of 15 points in a width of 200 has two lines or more, and the frame stays`() {
        let label = label()
        #expect(label.drawn.lineCount >= 2 && label.isUpToDate)
        #expect(label.frame == frame && label.drawn.size == frame.size)
    }

    @Test func `a change of the frame's size draws once, a change of the position never`() {
        let label = label()
        #expect(label.redrawCount == 1)
        label.frame.size = Size(width: 150, height: 90)
        label.frame.size.width = 160
        #expect(!label.isUpToDate)
        _ = scene.frame()
        #expect(label.redrawCount == 2 && label.isUpToDate && label.drawn.size == Size(width: 160, height: 90))
        label.position = Point(x: 40, y: 20)
        label.frame.origin = Point(x: 42, y: 22)
        label.opacity = 0.5
        _ = scene.frame()
        #expect(label.redrawCount == 2)
    }

    @Test func `equal text, attributes and style draw nothing, a change of one attribute draws once`() {
        let label = label()
        label.attributedText = lorem
        label.text = lorem.string
        label.textStyle = style
        label.attributedText.setAttributes(TextAttributes(), in: 6..<11)
        _ = scene.frame()
        #expect(label.redrawCount == 1 && !scene.needsFrame)
        label.attributedText.updateAttributes(in: 6..<11) { $0.underline = .single }
        _ = scene.frame()
        #expect(label.redrawCount == 2)
        // The former text is in the cache.
        label.text = lorem.string
        #expect(label.redrawCount == 2 && label.isUpToDate)
    }

    @Test func `with two pixels for each point, the contents have twice the pixels`() {
        let label = label()
        var opaque = style
        opaque.panel = .background(.white)
        label.textStyle = opaque
        #expect(label.drawn.buffer?.size == PixelSize(width: 200, height: 100))
        scene.scale = 2
        #expect(label.drawn.buffer?.size == PixelSize(width: 400, height: 200) && label.frame == frame)
    }

    @Test func `the layer's own coordinates may begin anywhere`() {
        let label = label()
        let quads = scene.frame().items
        label.bounds.origin = Point(x: 30, y: 40)
        #expect(scene.frame().items == quads && quads.count == 1 && label.redrawCount == 1)
    }

    /// The pixels that a presenter has to blend.
    private func blendedPixels() -> Int {
        var statistics = FrameStatistics()
        statistics.countPixels(of: scene.frame())
        return statistics.blendedPixels
    }

    @Test(arguments: [1.0, 2.0])
    func `a label with an opaque background blends no pixel, one without blends its text`(scale: Double) {
        scene.scale = scale
        root.backgroundColor = .white
        let label = label()
        #expect(blendedPixels() > 1000)
        label.textStyle.panel = .background(Color(red: 1, green: 1, blue: 0.8))
        #expect(blendedPixels() == 0 && label.drawn.buffer?.isOpaque == true)
        label.sizing = .fitsText
        label.text = "fÅg"
        label.textStyle.font.isItalic = true
        #expect(blendedPixels() == 0 && label.bounds.size == label.drawn.size)
        label.textStyle.panel?.radius = 4
        #expect(blendedPixels() > 0)
    }

    @Test func `the preferred size is that of a label that its text determines`() throws {
        let label = TextLayer(lorem, style: style, drawing: drawing)
        #expect(label.preferredSize() == label.bounds.size && label.drawn.lineCount == 1)
        let narrow = label.preferredSize(width: 200)
        #expect(narrow.width <= 200 && narrow.height >= 2 * label.bounds.size.height)
        label.textStyle.width = 200
        #expect(label.bounds.size == narrow)
        label.textStyle.panel = TextStyle.Panel(color: .white, horizontalPadding: 8, verticalPadding: 5)
        #expect(label.preferredSize(width: 216) == Size(width: narrow.width + 16, height: narrow.height + 10))
        #expect(label.preferredSize(width: -1).height > narrow.height)
        label.text = ""
        #expect(label.preferredSize() == .zero)
        let count = label.redrawCount
        _ = label.preferredSize(width: 50)
        #expect(label.redrawCount == count)
    }

    @Test func `one line puts a text on a layer, which is drawn in the background`() async {
        let scene = scene
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            scene.requests.onRequest = { continuation.resume() }
            root.addSublayer(TextLayer("Hello"))
        }
        scene.requests.onRequest = {}
        _ = scene.frame()
        let label = root.sublayers.first as? TextLayer
        #expect(label?.isUpToDate == true && label?.drawn.lineCount == 1 && label?.redrawCount == 1)
    }

    @Test func `a frame that changes while the text is drawn draws what is seen last`() {
        let queue = DrawingQueue(mode: .background)
        let label = TextLayer(lorem, style: style, frame: frame, drawing: TextDrawing(queue: queue, scale: 1))
        root.addSublayer(label)
        for width in 100..<150 {
            label.frame.size.width = Double(width)
            _ = scene.frame()
        }
        queue.waitAndDeliver()
        queue.waitAndDeliver()
        #expect(label.redrawCount == 2 && label.isUpToDate && label.drawn.size.width == 149)
    }

    @Test func `an empty label in a frame shows its panel`() {
        var panel = style
        panel.panel = .background(.black)
        let label = label(panel)
        label.text = ""
        _ = scene.frame()
        #expect(label.drawn.buffer?.size == PixelSize(width: 200, height: 100) && label.frame == frame)
        label.textStyle.panel = nil
        #expect(label.drawn.buffer == nil && label.isUpToDate && label.frame == frame)
    }
}
