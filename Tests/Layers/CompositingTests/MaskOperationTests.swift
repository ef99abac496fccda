import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

@MainActor
@Suite(.timeLimited) struct MaskOperationTests {
    private func layer(_ color: Color, _ rect: Rect) -> Layer {
        let layer = Layer()
        layer.frame = rect
        layer.backgroundColor = color
        return layer
    }

    /// A layer of 8 × 2 pixels whose mask begins at column 4 and is wider, over white.
    private func scene(_ operation: MaskOperation) -> (scene: LayerScene, masked: Layer) {
        let root = Layer()
        root.anchorPoint = .zero
        let masked = layer(Color(16, 128, 255), Rect(x: 0, y: 0, width: 8, height: 2))
        masked.mask = layer(Color(20, 128, 0), Rect(x: 4, y: 0, width: 9, height: 2))
        masked.maskOperation = operation
        root.addSublayer(masked)
        return (LayerScene(root: root, size: PixelSize(width: 10, height: 2), background: .white), masked)
    }

    private func row(_ scene: LayerScene) -> [UInt32] {
        let image = Compositor(workerCount: 1).draw(scene.frame())
        return (0..<10).map { image[$0, 1] }
    }

    @Test func `without a word a mask hides what it does not cover`() {
        let white = [UInt32](repeating: 0xFFFF_FFFF, count: 4)
        #expect(Layer().maskOperation == .alpha)
        #expect(row(scene(.alpha).scene) == white + Array(repeating: 0xFF10_80FF, count: 4) + white.prefix(2))
    }

    @Test(arguments: [(1, 0xFF04_00FF), (4, 0xFF10_00FF), (16, 0xFF40_00FF), (1000, 0xFFFF_00FF), (-3, 0xFF04_00FF)])
    func `the difference is seen where layer and mask both are, exactly`(gain: Int, expected: Int) {
        let white = [UInt32](repeating: 0xFFFF_FFFF, count: 4)
        let seen = [UInt32](repeating: UInt32(expected), count: 4)
        #expect(row(scene(.difference(gain: gain)).scene) == white + seen + white.prefix(2))
    }

    @Test(arguments: [(MaskOperation.multiply, 0xFF01_4000), (.screen, 0xFF23_C0FF)])
    func `a product is seen where layer and mask both are`(operation: MaskOperation, expected: Int) {
        let white = [UInt32](repeating: 0xFFFF_FFFF, count: 4)
        let seen = [UInt32](repeating: UInt32(expected), count: 4)
        #expect(row(scene(operation).scene) == white + seen + white.prefix(2))
    }

    @Test func `a change of the operation is shown, and redraws what the group covers`() throws {
        let (scene, masked) = scene(.alpha)
        let first = scene.frame()
        #expect(scene.nextFrameTime == nil)
        masked.maskOperation = .difference(gain: 1)
        #expect(scene.nextFrameTime != nil)
        let second = scene.frame()
        #expect(first != second)
        #expect(second.dirtyRegion(since: first).bounds == PixelRect(x: 4, y: 0, width: 4, height: 2))
    }
}
