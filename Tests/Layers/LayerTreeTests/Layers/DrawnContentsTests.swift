import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct DrawnContentsTests {
    private let log = DrawingLog()

    private func scene(_ layers: Layer...) -> LayerScene {
        let scene = TestLayers.scene(100, 100)
        for layer in layers { scene.root.addSublayer(layer) }
        scene.collectsStatistics = true
        return scene
    }

    private func pixels(_ buffer: PixelBuffer?) -> [UInt32] { buffer?.withPixels { Array($0) } ?? [] }

    @Test func `100 × 50 points at a scale of 2 are drawn in 200 × 100 pixels, 80,000 bytes`() {
        let layer = DrawingLayer(log, frame: Rect(x: 0, y: 0, width: 100, height: 50))
        layer.contentsScale = 2
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill(Rect(x: 99, y: 49, width: 1, height: 1)) }
        layer.delegate = delegate
        layer.display()
        #expect(layer.size == PixelSize(width: 200, height: 100))
        #expect(layer.contents?.byteCount == 80_000)
        #expect(layer.contents?[198, 98] == 0xFF00_0000 && layer.contents?[197, 98] == 0)
    }

    @Test func `a bitmap of 2,048 × 1,536 pixels takes 12,582,912 bytes, and none exists without a request`() {
        let layer = DrawingLayer(log, frame: Rect(x: 0, y: 0, width: 1024, height: 768))
        layer.contentsScale = 2
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill($0.bounds) }
        layer.delegate = delegate
        layer.displayIfNeeded()
        #expect(layer.contents == nil)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(layer.contents?.byteCount == 12_582_912)
    }

    @Test(arguments: [(10.0, 10.1, 101), (100.3, 10.0, 1003), (10.5, 2.0, 21), (0.01, 1, 1), (1e9, 1, 8192)])
    func `sizes are rounded up to whole pixels`(length: Double, scale: Double, pixels: Int) throws {
        let geometry = try #require(BackingStoreGeometry(Rect(x: 0, y: 0, width: length, height: 1), scale: scale))
        #expect(geometry.size.width == pixels)
        #expect(geometry.transform.apply(to: Point(x: length, y: 0)).x == Double(geometry.size.width))
    }

    @Test func `drawing is in the layer's own coordinates, and clipped to its bounds`() {
        let layer = DrawingLayer(log)
        layer.bounds = Rect(x: 50, y: 60, width: 4, height: 4)
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill(Rect(x: 52, y: 0, width: 100, height: 61)) }
        layer.delegate = delegate
        layer.display()
        #expect(pixels(layer.contents) == [0, 0, 0xFF00_0000, 0xFF00_0000] + [UInt32](repeating: 0, count: 12))
    }

    @Test func `a red ellipse with a line width of 10 in 100 × 100 is clipped at the edge`() throws {
        let layer = DrawingLayer(log, frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let delegate = Drawer(log)
        delegate.onDraw = { layer, context in
            context.strokeStyle.width = 10
            context.strokeColor = Color(red: 1, green: 0, blue: 0)
            context.stroke(Path(ellipseIn: layer.bounds))
        }
        layer.delegate = delegate
        layer.setNeedsDisplay()
        _ = scene(layer).frame()
        let drawn = try #require(layer.contents)
        #expect((0..<5).allSatisfy { drawn[$0, 50] == 0xFFFF_0000 })
        #expect(drawn[6, 50] == 0 && drawn[93, 50] == 0 && drawn[95, 50] == 0xFFFF_0000)
        #expect(drawn[0, 0] == 0)
    }

    @Test func `redrawing a rectangle of 32 × 32 draws 1,024 pixels and keeps the others`() throws {
        let layer = DrawingLayer(log, frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let delegate = Drawer(log)
        var color = Color(red: 1, green: 0, blue: 0)
        delegate.onDraw = { layer, context in
            context.fillColor = color
            context.fill(layer.bounds)
        }
        layer.delegate = delegate
        let scene = scene(layer)
        layer.setNeedsDisplay()
        _ = scene.frame()
        #expect(scene.statistics.drawnPixels == 10_000 && scene.statistics.drawnLayers == 1)
        let first = layer.contents
        color = Color(red: 0, green: 0, blue: 1)
        let stamp = Rect(x: 40, y: 20, width: 32, height: 32)
        layer.setNeedsDisplay(in: stamp)
        _ = scene.frame()
        #expect(scene.statistics.drawnPixels == 1_024)
        let second = try #require(layer.contents)
        for y in 0..<100 {
            for x in 0..<100 {
                let isStamped = stamp.contains(Point(x: Double(x), y: Double(y)))
                #expect(second[x, y] == (isStamped ? 0xFF00_00FF : 0xFFFF_0000))
            }
        }
        #expect(first?[50, 30] == 0xFFFF_0000, "a bitmap that a presenter may be using never changes")
    }

    @Test func `redrawn contents replace the old ones without a cross-fade`() {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill($0.bounds) }
        layer.delegate = delegate
        let scene = scene(layer)
        for _ in 0..<2 {
            layer.setNeedsDisplay()
            #expect(scene.frame().items.count == 1)
        }
        #expect(log.calls.count == 4 && layer.animationKeys.isEmpty && !scene.needsFrame)
    }

    @Test func `pixels are cleared before they are redrawn, and the context's clip is the requested part`() {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        var asked: [Rect] = []
        delegate.onDraw = { layer, context in
            asked.append(context.clipBounds)
            context.fillColor.alpha = 0.5
            context.fill(layer.bounds)
        }
        layer.delegate = delegate
        layer.display()
        layer.setNeedsDisplay(in: Rect(x: 1.5, y: 2, width: 1, height: 1))
        layer.setNeedsDisplay(in: Rect(x: 4, y: 4, width: 1, height: 1.5))
        layer.displayIfNeeded()
        #expect(asked == [Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 1, y: 2, width: 4, height: 4)])
        #expect(pixels(layer.contents) == [UInt32](repeating: 0x7F00_0000, count: 100))
    }

    @Test func `a partial request draws everything if there is no bitmap of the same geometry to keep`() {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        var asked: [Rect] = []
        delegate.onDraw = { layer, context in
            asked.append(context.clipBounds)
            context.fill(layer.bounds)
        }
        layer.delegate = delegate
        func drawPart() {
            layer.setNeedsDisplay(in: Rect(x: layer.bounds.minX, y: 0, width: 1, height: 1))
            layer.displayIfNeeded()
        }
        drawPart()
        layer.bounds.origin.x = 3
        drawPart()
        layer.contents = PixelBuffer(size: PixelSize(width: 1, height: 1)) { _ in }
        drawPart()
        drawPart()
        #expect(asked.map(\.size.width) == [10, 10, 10, 1])
        #expect(asked.map(\.origin.x) == [0, 3, 3, 3])
    }

    @Test func `a rectangle outside the bounds draws nothing`() {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill($0.bounds) }
        layer.delegate = delegate
        layer.display()
        layer.setNeedsDisplay(in: Rect(x: 10, y: 0, width: 5, height: 5))
        layer.setNeedsDisplay(in: .zero)
        layer.displayIfNeeded()
        #expect(log.calls == ["layer draws", "delegate draws"])
    }

    @Test func `a layer that draws nothing keeps the contents that were set`() {
        let image = PixelBuffer(size: PixelSize(width: 1, height: 1)) { _ in }
        let layer = Layer()
        layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        layer.contents = image
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(layer.contents == image)
    }

    @Test func `a layer whose bounds become empty loses the bitmap it drew`() {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill($0.bounds) }
        layer.delegate = delegate
        layer.display()
        #expect(layer.contents != nil)
        layer.bounds.size = .zero
        layer.display()
        #expect(layer.contents == nil)
    }

    @Test func `a bitmap drawn on request is in the same frame`() throws {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill($0.bounds) }
        layer.delegate = delegate
        layer.setNeedsDisplay()
        let frame = scene(layer).frame()
        #expect(frame.items.count == 1)
        guard case .quad(let quad) = try #require(frame.items.first), case .contents(let contents) = quad.fill else {
            Issue.record("the frame does not consist of contents")
            return
        }
        #expect(contents.buffer == layer.contents)
        #expect(quad.isOpaque)
    }
}
