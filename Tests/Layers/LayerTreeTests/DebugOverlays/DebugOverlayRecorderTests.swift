import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

/// The tints of each overlay: which rectangles, and in which colors.
@MainActor
@Suite(.timeLimited) struct DebugOverlayRecorderTests {
    private typealias Tint = DebugOverlays.Tint

    /// A tinted rectangle.
    private struct Mark: Hashable {
        let color: Color?
        let rect: PixelRect

        init(_ color: Color?, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
            self.color = color
            rect = PixelRect(x: x, y: y, width: width, height: height)
        }

        init?(_ item: RenderItem) {
            let color: Color?
            if case .shape(let shape) = item, case .color(let fill) = shape.fill {
                color = fill
            } else {
                color = item.quad?.color
            }
            guard let color, color.alpha < 1 else { return nil }
            self.color = color
            rect = item.pixelBounds
        }
    }

    /// The marks that a recorder has added to a frame, those in groups included.
    private func marks(_ frame: RenderTree) -> [Mark] {
        func marks(_ items: [RenderItem]) -> [Mark] {
            items.flatMap { item in item.group.map { marks($0.items) } ?? [Mark(item)].compactMap(\.self) }
        }
        return marks(frame.items)
    }

    private func marks(_ overlays: DebugOverlays, in scene: LayerScene) -> [Mark] {
        var recorder = DebugOverlayRecorder()
        recorder.overlays = overlays
        return marks(recorder.record(scene.frame()))
    }

    @Test func `without overlays a frame passes unchanged`() {
        let scene = TestLayers.scene(100, 100, .white)
        var recorder = DebugOverlayRecorder()
        #expect(recorder.record(scene.frame()) == scene.frame())
        #expect(!recorder.needsFrame)
    }

    @Test func `opaque layers are green, and each blended one adds red`() {
        let scene = TestLayers.scene(100, 100, .white)
        for index in 0..<3 {
            TestLayers.layer(Double(10 * index), 0, 50, 50, TestLayers.blue, in: scene.root).opacity = 0.999
        }
        #expect(
            marks(.blended, in: scene).filter { $0.color == Tint.green || $0.color == Tint.red } == [
                Mark(Tint.green, 0, 0, 100, 100), Mark(Tint.red, 0, 0, 50, 50), Mark(Tint.red, 10, 0, 50, 50),
                Mark(Tint.red, 20, 0, 50, 50),
            ])
    }

    @Test func `every write adds to the overdraw`() {
        let scene = TestLayers.scene(100, 100, .white)
        _ = TestLayers.layer(10, 20, 30, 40, TestLayers.red, in: scene.root)
        #expect(
            marks(.overdraw, in: scene) == [Mark(Tint.overdraw, 0, 0, 100, 100), Mark(Tint.overdraw, 10, 20, 30, 40)])
    }

    @Test func `contents that the last frame has shown are green, and new ones red`() {
        let scene = TestLayers.scene(100, 100)
        TestLayers.layer(0, 0, 10, 10, in: scene.root).contents = TestLayers.image(10, 10)
        var recorder = DebugOverlayRecorder()
        recorder.overlays = .cacheHits
        #expect(marks(recorder.record(scene.frame())) == [Mark(Tint.red, 0, 0, 10, 10)])
        TestLayers.layer(20, 0, 10, 10, in: scene.root).contents = TestLayers.image(10, 10)
        #expect(
            marks(recorder.record(scene.frame())) == [Mark(Tint.green, 0, 0, 10, 10), Mark(Tint.red, 20, 0, 10, 10)])
        #expect(marks(recorder.record(scene.frame())).map(\.color) == [Tint.green, Tint.green])
    }

    @Test func `a rasterized layer is green while it does not change`() {
        let scene = TestLayers.scene(100, 100)
        let layer = TestLayers.layer(0, 0, 10, 10, in: scene.root)
        layer.shouldRasterize = true
        let dot = TestLayers.layer(0, 0, 5, 5, TestLayers.red, in: layer)
        var recorder = DebugOverlayRecorder()
        recorder.overlays = .cacheHits
        let colors = (0..<3).map { frame in
            if frame == 2 { dot.position.x += 1 }
            return marks(recorder.record(scene.frame())).first?.color
        }
        #expect(colors == [Tint.red, Tint.green, Tint.red])
    }

    @Test func `contents and edges at 10.5 are misaligned, at 10 they are not; scaled contents are yellow`() {
        let scene = TestLayers.scene(100, 100)
        _ = TestLayers.layer(10, 0, 10, 10, TestLayers.red, in: scene.root)
        _ = TestLayers.layer(10.5, 20, 10, 10, TestLayers.red, in: scene.root)
        for (x, y) in [(30.0, 0.0), (30.5, 20)] {
            TestLayers.layer(x, y, 10, 10, in: scene.root).contents = TestLayers.image(10, 10)
        }
        TestLayers.layer(50, 0, 20, 10, in: scene.root).contents = TestLayers.image(10, 10)
        let turned = TestLayers.layer(80, 0, 10, 10, in: scene.root)
        turned.contents = TestLayers.image(10, 10)
        turned.affineTransform = AffineTransform(rotation: .pi / 2)
        #expect(
            Set(marks(.misaligned, in: scene)) == [
                Mark(Tint.magenta, 10, 20, 10, 10), Mark(Tint.magenta, 30, 20, 10, 10),
                Mark(Tint.yellow, 50, 0, 20, 10),
            ])
    }

    @Test func `groups are offscreen passes, and single translucent layers are none`() {
        let scene = TestLayers.scene(100, 100)
        let parent = TestLayers.layer(10, 10, 50, 50, TestLayers.red, in: scene.root)
        _ = TestLayers.layer(10, 10, 20, 20, TestLayers.blue, in: parent)
        parent.opacity = 0.5
        TestLayers.layer(70, 70, 10, 10, TestLayers.red, in: scene.root).opacity = 0.5
        #expect(
            marks(.offscreenPasses, in: scene).filter { $0.color == Tint.yellow } == [Mark(Tint.yellow, 10, 10, 50, 50)]
        )
    }

    @Test func `what the compositor draws for the graphics card is blue: shapes, shadows and masked groups`() {
        let scene = TestLayers.scene(100, 100, .white)
        _ = TestLayers.layer(0, 0, 10, 10, TestLayers.red, in: scene.root)
        TestLayers.layer(0, 50, 20, 20, nil, in: scene.root).contents = TestLayers.image(20, 20)
        TestLayers.layer(20, 0, 10, 10, TestLayers.red, in: scene.root).cornerRadius = 5
        let shadowed = TestLayers.layer(40, 20, 10, 10, TestLayers.red, in: scene.root)
        shadowed.shadowOpacity = 1
        shadowed.shadowRadius = 0
        shadowed.shadowOffset = Point(x: 5, y: 5)
        let masked = TestLayers.layer(60, 60, 30, 30, TestLayers.red, in: scene.root)
        masked.mask = TestLayers.layer(0, 0, 20, 20, .black, in: Layer())
        #expect(
            Set(marks(.copied, in: scene)) == [
                Mark(Tint.blue, 20, 0, 10, 10), Mark(Tint.blue, 45, 25, 11, 11), Mark(Tint.blue, 60, 60, 20, 20),
            ])
    }

    @Test func `what has changed flashes in one frame`() {
        let scene = TestLayers.scene(100, 100)
        let layer = TestLayers.layer(10, 10, 20, 20, TestLayers.red, in: scene.root)
        var recorder = DebugOverlayRecorder()
        recorder.overlays = .updates
        #expect(marks(recorder.record(scene.frame())).isEmpty && !recorder.needsFrame)
        layer.backgroundColor = TestLayers.blue
        #expect(marks(recorder.record(scene.frame())) == [Mark(Tint.yellow, 10, 10, 20, 20)])
        #expect(recorder.needsFrame)
        #expect(marks(recorder.record(scene.frame())).isEmpty && !recorder.needsFrame)
    }
}
