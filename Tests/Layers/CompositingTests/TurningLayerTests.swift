import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

/// Layers that turn cover as many pixels as they do at rest.
@MainActor
@Suite(.timeLimited) struct TurningLayerTests {
    // Turned by 45°, it contains the centers that are up to 70.7 columns and rows away, so up to 70: 4 · (1 + … + 70).
    @Test(arguments: [(90, 9_940), (80, 10_000), (179.9, 10_000)])
    func `halfway of a turn a square of 100 × 100 covers the pixels whose centers it contains`(
        degrees: Double, pixels: Int
    ) {
        let clock = ManualClock()
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: 200, height: 200)
        let size = PixelSize(width: 200, height: 200)
        let scene = LayerScene(root: root, size: size, background: .white, clock: clock)
        let layer = Layer()
        layer.frame = Rect(x: 50, y: 50, width: 100, height: 100)
        layer.backgroundColor = .black
        root.addSublayer(layer)
        _ = scene.frame()
        Transaction.run(duration: 1, timingFunction: .linear) {
            layer.affineTransform = AffineTransform(rotation: degrees * .pi / 180)
        }
        _ = scene.frame()
        clock.advance(by: 0.5)
        let picture = Compositor().draw(scene.frame())
        var darkness = 0
        for y in 0..<200 {
            for x in 0..<200 { darkness += 255 - Int(picture[x, y] & 255) }
        }
        #expect(darkness == 255 * pixels)
    }
}
