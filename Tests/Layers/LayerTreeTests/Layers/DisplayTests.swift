import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct DisplayTests {
    private let log = DrawingLog()

    private func scene(_ layers: Layer...) -> LayerScene {
        let scene = TestLayers.scene(100, 100)
        for layer in layers { scene.root.addSublayer(layer) }
        scene.collectsStatistics = true
        return scene
    }

    private func pixels(_ buffer: PixelBuffer?) -> [UInt32] { buffer?.withPixels { Array($0) } ?? [] }

    @Test func `a display delegate replaces drawing, even if it does nothing`() {
        let layer = DrawingLayer(log)
        let delegate = Displayer(log)
        layer.delegate = delegate
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(log.calls == ["delegate displays"])
        #expect(layer.contents == nil)
    }

    @Test func `the layer draws first and then its delegate, into one context that becomes the contents`() {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        delegate.onDraw = { $1.fill($0.bounds) }
        layer.delegate = delegate
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(log.calls == ["layer draws", "delegate draws"])
        #expect(pixels(layer.contents) == [UInt32](repeating: 0xFF00_0000, count: 100))
    }

    @Test func `a layer does not draw without a request, not even when it appears`() {
        let layer = DrawingLayer(log)
        let scene = scene(layer)
        _ = scene.frame()
        layer.position = Point(x: 50, y: 50)
        _ = scene.frame()
        #expect(log.calls.isEmpty)
    }

    @Test func `two requests before a frame make one drawing`() {
        let layer = DrawingLayer(log)
        let scene = scene(layer)
        layer.setNeedsDisplay()
        layer.setNeedsDisplay(in: Rect(x: 1, y: 1, width: 2, height: 2))
        #expect(layer.needsDisplay)
        _ = scene.frame()
        #expect(log.calls.count == 1 && !layer.needsDisplay)
        #expect(!scene.needsFrame)
        _ = scene.frame()
        #expect(log.calls.count == 1)
    }

    @Test func `a display request does not draw sublayers`() {
        let outer = DrawingLayer(log)
        let inner = DrawingLayer(DrawingLog())
        outer.addSublayer(inner)
        let scene = scene(outer)
        outer.setNeedsDisplay()
        _ = scene.frame()
        #expect(log.calls.count == 1 && inner.log.calls.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a change of the bounds redraws the layer only if needsDisplayOnBoundsChange is set`(wantsIt: Bool) {
        let layer = DrawingLayer(log)
        #expect(!layer.needsDisplayOnBoundsChange)
        layer.needsDisplayOnBoundsChange = wantsIt
        let scene = scene(layer)
        layer.bounds.size = Size(width: 20, height: 20)
        layer.bounds.size = Size(width: 30, height: 20)
        _ = scene.frame()
        #expect(log.calls.count == (wantsIt ? 1 : 0))
    }

    @Test func `a delegate that requests display while drawing its layer is refused`() {
        let layer = DrawingLayer(log)
        let delegate = Drawer(log)
        delegate.onDraw = { layer, context in
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            layer.display()
        }
        layer.delegate = delegate
        let scene = scene(layer)
        layer.setNeedsDisplay()
        _ = scene.frame()
        #expect(log.calls == ["layer draws", "delegate draws"])
        #expect(scene.statistics.refusedDisplays == 2)
        #expect(!layer.needsDisplay && !scene.needsFrame)
    }

    @Test
    func `layers that request each other's display are drawn once in a frame`() {
        let layers = (0..<3).map { _ in DrawingLayer(log) }
        let delegate = Drawer(log)
        delegate.onDraw = { layer, _ in
            for other in layers where other !== layer { other.setNeedsDisplay() }
        }
        for layer in layers { layer.delegate = delegate }
        let scene = scene(layers[0], layers[1], layers[2])
        layers[0].setNeedsDisplay()
        _ = scene.frame()
        #expect(log.calls.count == 6)
        #expect(scene.needsFrame)
    }

    @Test func `a hidden layer is drawn when it is shown`() {
        let layer = DrawingLayer(log)
        let scene = scene(layer)
        layer.isHidden = true
        layer.setNeedsDisplay()
        _ = scene.frame()
        #expect(log.calls.isEmpty && layer.needsDisplay && !scene.needsFrame)
        layer.isHidden = false
        _ = scene.frame()
        #expect(log.calls.count == 1)
    }

    @Test func `a request made before entering a scene, and not served in a former one, is served there`() {
        let layer = DrawingLayer(log)
        layer.setNeedsDisplay()
        let first = scene(layer)
        let second = scene()
        layer.removeFromSuperlayer()
        _ = first.frame()
        #expect(log.calls.isEmpty)
        second.root.addSublayer(layer)
        _ = second.frame()
        #expect(log.calls.count == 1)
    }

    @Test func `layers are laid out before they are drawn`() {
        final class Outer: Layer {
            override func layoutSublayers() {
                for sublayer in sublayers {
                    sublayer.frame = Rect(x: 0, y: 0, width: 7, height: 7)
                    sublayer.setNeedsDisplay()
                }
            }
        }
        let outer = Outer()
        let inner = DrawingLayer(log)
        outer.addSublayer(inner)
        let scene = scene(outer)
        _ = scene.frame()
        #expect(inner.size == PixelSize(width: 7, height: 7))
        #expect(!scene.needsFrame)
    }
}
