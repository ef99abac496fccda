import LayerTree
import TestLimits
import Testing
import TextRendering
import TilePyramid
import VectorDrawing

@testable import TextLayers

/// Text layers: what they show while text is being drawn, and what is drawn at all.
@MainActor
@Suite(.timeLimited)
struct TextLayerTests {
    private let style = TextStyle(font: TextFont(size: 13), color: .white)

    private func resources(_ mode: DrawingQueue.Mode, scale: Double = 1) -> TextDrawing {
        TextDrawing(queue: DrawingQueue(mode: mode), scale: scale)
    }

    @Test func `with immediate drawing, a layer has the size of its text`() throws {
        let drawing = resources(.immediate)
        let layer = TextLayer("abc", style: style, drawing: drawing)
        #expect(layer.isUpToDate)
        #expect(layer.bounds.size == layer.drawn.size)
        #expect(layer.drawn.size.width > 10 && layer.drawn.size.height > 12)
        #expect(layer.drawn.baseline > 9 && layer.drawn.baseline < layer.drawn.size.height)
        var resized = 0
        layer.onResize = { resized += 1 }
        layer.text = "abcdef"
        #expect(resized == 1)
        layer.text = ""
        #expect(layer.drawn.buffer == nil && layer.bounds.size == .zero && resized == 2)
    }

    @Test func `in the background, the old text stays until the new one is there`() {
        let drawing = resources(.background)
        let layer = TextLayer("old", style: style, drawing: drawing)
        #expect(!layer.isUpToDate && layer.drawn.buffer == nil)
        drawing.queue.waitAndDeliver()
        #expect(layer.isUpToDate)
        let old = layer.drawn.buffer
        #expect(old != nil)
        layer.text = "new"
        #expect(!layer.isUpToDate && layer.drawn.buffer === old)
        drawing.queue.waitAndDeliver()
        #expect(layer.isUpToDate && layer.drawn.buffer !== old)
    }

    @Test func `of many changes, only the first and the last are drawn`() {
        let drawing = resources(.background)
        let layer = TextLayer("0", style: style, drawing: drawing)
        for number in 1...50 { layer.text = "\(number)" }
        drawing.queue.waitAndDeliver()
        #expect(!layer.isUpToDate)
        drawing.queue.waitAndDeliver()
        #expect(layer.isUpToDate && drawing.cache.count == 2)
    }

    @Test func `a cached text is shown at once, and an older one that arrives late does not replace it`() {
        let drawing = resources(.background)
        let layer = TextLayer("kept", style: style, drawing: drawing)
        drawing.queue.waitAndDeliver()
        let kept = layer.drawn.buffer
        layer.text = "other"
        layer.text = "kept"
        #expect(layer.isUpToDate && layer.drawn.buffer === kept)
        drawing.queue.waitAndDeliver()
        #expect(layer.isUpToDate && layer.drawn.buffer === kept)
        layer.text = "other"
        #expect(layer.isUpToDate && layer.drawn.buffer !== kept)
    }

    @Test func `text that is cleared while it is drawn stays empty`() {
        let drawing = resources(.background)
        let layer = TextLayer("abc", style: style, drawing: drawing)
        layer.text = ""
        drawing.queue.waitAndDeliver()
        #expect(layer.drawn.buffer == nil && layer.isUpToDate)
    }

    @Test func `setting equal values draws nothing and requests no frame`() {
        let drawing = resources(.immediate)
        let layer = TextLayer("abc", style: style, drawing: drawing)
        let scene = LayerScene(root: layer, size: PixelSize(width: 40, height: 20))
        _ = scene.frame()
        let buffer = layer.drawn.buffer
        layer.text = "abc"
        layer.textStyle = style
        drawing.scale = 1
        #expect(layer.drawn.buffer === buffer && !scene.needsFrame)
        layer.textStyle.color = .black
        #expect(layer.drawn.buffer !== buffer && scene.needsFrame)
    }

    @Test func `with two pixels per point, text has twice the resolution and the same size`() throws {
        let drawing = resources(.immediate)
        let layer = TextLayer("Hamburg", style: style, drawing: drawing)
        let small = try #require(layer.drawn.buffer).size
        let room = layer.drawn.size
        drawing.scale = 2
        let large = try #require(layer.drawn.buffer).size
        #expect(abs(Double(large.height) / Double(small.height) - 2) < 0.15)
        #expect(abs(Double(large.width) / Double(small.width) - 2) < 0.15)
        #expect(abs(layer.drawn.size.width - room.width) < 4)
        layer.place(Point(x: 3.3, y: 7.8))
        #expect(layer.position == Point(x: 3.5, y: 8))
    }

    @Test func `a panel surrounds its text`() throws {
        var panelStyle = style
        panelStyle.panel = TextStyle.Panel(
            color: Color(red: 0, green: 0, blue: 0, alpha: 0.5), radius: 4, horizontalPadding: 7, verticalPadding: 3)
        let plain = try DrawnText("abc", style: style, scale: 2)
        let text = try DrawnText("abc", style: panelStyle, scale: 2)
        #expect(text.size == Size(width: plain.size.width + 14, height: plain.size.height + 6))
        #expect(text.baseline == plain.baseline + 3)
        let buffer = try #require(text.buffer)
        #expect(buffer[buffer.size.width / 2, 1] == 0x7F00_0000)
        #expect(buffer[0, 0] == 0)
    }

    @Test func `cached texts stay within their limit, and those used last are kept`() throws {
        let text = try DrawnText("abc", style: style, scale: 1)
        // All keys are equally long: two characters.
        func key(_ number: Int) -> TextCache.Key {
            TextCache.Key(text: AttributedText("\(10 + number)"), style: style, scale: 1)
        }
        var probe = TextCache(costLimit: 1 << 20)
        probe.insert(text, for: key(0))
        let bytes = probe.cost
        #expect(try bytes > #require(text.buffer).byteCount + 256 + 2)
        var cache = TextCache(costLimit: 10 * bytes)
        for number in 0..<10 { cache.insert(text, for: key(number)) }
        #expect(cache.count == 10 && cache.cost == 10 * bytes)
        #expect(cache.find(key(0)) != nil)
        cache.insert(text, for: key(10))
        #expect(cache.count == 10 && cache.cost == 10 * bytes)
        #expect(cache.find(key(0)) != nil && cache.find(key(10)) != nil && cache.find(key(1)) == nil)
        cache.insert(text, for: key(10))
        #expect(cache.count == 10 && cache.cost == 10 * bytes)
        var tiny = TextCache(costLimit: bytes)
        tiny.insert(text, for: key(0))
        #expect(tiny.count == 0)
    }

    @Test func `a layer that was released receives nothing`() {
        let drawing = resources(.background)
        weak var gone: TextLayer?
        do {
            let layer = TextLayer("abc", style: style, drawing: drawing)
            gone = layer
        }
        #expect(gone == nil)
        drawing.queue.waitAndDeliver()
        drawing.scale = 3
    }

    @Test func `layers that are gone leave nothing behind`() {
        let drawing = resources(.immediate)
        let kept = TextLayer("abc", style: style, drawing: drawing)
        for _ in 0..<1000 { _ = TextLayer("abc", style: style, drawing: drawing) }
        #expect(drawing.observerCount <= 64)
        drawing.scale = 2
        #expect(drawing.observerCount == 1 && kept.displayScale == 2 && kept.isUpToDate)
    }

    @Test func `the loop is woken after a drawing`() async {
        let queue = DrawingQueue(mode: .background)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            queue.onDelivery = { continuation.resume() }
            queue.draw({ 42 }, receive: { _ in })
        }
        queue.deliver()
    }
}
