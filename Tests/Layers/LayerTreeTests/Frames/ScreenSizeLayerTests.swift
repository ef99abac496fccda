import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct ScreenSizeLayerTests {
    private let clock = ManualClock()
    private let root = Layer()
    private let map = Layer()
    private let pin = Layer()
    private let scene: LayerScene

    init() {
        root.bounds = Rect(x: 0, y: 0, width: 200, height: 200)
        root.anchorPoint = .zero
        map.bounds = Rect(x: 0, y: 0, width: 1000, height: 1000)
        map.anchorPoint = .zero
        pin.bounds = Rect(x: 0, y: 0, width: 10, height: 20)
        pin.anchorPoint = Point(x: 0.5, y: 1)
        pin.position = Point(x: 100, y: 100)
        pin.backgroundColor = .black
        pin.keepsScreenSize = true
        root.addSublayer(map)
        map.addSublayer(pin)
        scene = LayerScene(root: root, size: PixelSize(width: 200, height: 200), clock: clock)
    }

    private func transformMap(_ transform: AffineTransform) {
        Transaction.run(disablesActions: true) { map.affineTransform = transform }
    }

    /// The rectangle of the frame that the pin covers.
    private func shown() -> PixelRect? { scene.frame().items.first?.pixelBounds }

    @Test func `a pin keeps its size and its place on a map that is zoomed, rotated or mirrored`() {
        #expect(shown() == PixelRect(x: 95, y: 80, width: 10, height: 20))
        transformMap(AffineTransform(scaleX: 0.5, y: 0.5))
        #expect(shown() == PixelRect(x: 45, y: 30, width: 10, height: 20))
        // The map's point (100, 100) is at (−100, 100) after a quarter turn.
        transformMap(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0))
        #expect(shown() == PixelRect(x: 75, y: 80, width: 10, height: 20))
        transformMap(AffineTransform(a: -2, b: 0, c: 0, d: 1, tx: 300, ty: 0))
        #expect(shown() == PixelRect(x: 95, y: 80, width: 10, height: 20))
    }

    @Test func `it is hit, and points are converted, where it is shown`() {
        transformMap(AffineTransform(scaleX: 0.25, y: 0.25))
        _ = scene.frame()
        #expect(root.hitTest(Point(x: 21, y: 6)) === pin)
        #expect(root.hitTest(Point(x: 31, y: 6)) !== pin)
        #expect(pin.convertFromScene(Point(x: 25, y: 25)) == Point(x: 5, y: 20))
        #expect(pin.visibleRect == Rect(x: 0, y: 0, width: 10, height: 20))
    }

    @Test func `its own transform counts, and on a screen of two pixels a point it is twice as large`() {
        transformMap(AffineTransform(scaleX: 0.5, y: 0.5))
        Transaction.run(disablesActions: true) { pin.affineTransform = AffineTransform(scaleX: 2, y: 1) }
        #expect(shown() == PixelRect(x: 40, y: 30, width: 20, height: 20))
        Transaction.run(disablesActions: true) { pin.affineTransform = nil }
        scene.scale = 2
        #expect(shown() == PixelRect(x: 90, y: 60, width: 20, height: 40))
    }

    @Test func `it keeps its size while the map's zoom is animated`() throws {
        _ = scene.frame()
        map.addAnimation(
            BasicAnimation(\.transform, from: .identity, to: Transform3D(scaleX: 0.5, y: 0.5)), forKey: "zoom")
        for _ in 0..<4 {
            #expect(shown()?.size.height == 20 || shown()?.size.height == 21)
            clock.advance(by: 0.05)
        }
    }

    @Test func `a layer inside another one of them keeps its size too`() {
        transformMap(AffineTransform(scaleX: 0.5, y: 0.5))
        let badge = Layer()
        badge.frame = Rect(x: 0, y: 0, width: 4, height: 4)
        badge.keepsScreenSize = true
        badge.backgroundColor = .white
        pin.addSublayer(badge)
        let items = scene.frame().items
        #expect(items.last?.pixelBounds == PixelRect(x: 45, y: 30, width: 4, height: 4))
    }

    @Test func `without the property it is zoomed again`() {
        transformMap(AffineTransform(scaleX: 0.5, y: 0.5))
        _ = scene.frame()
        pin.keepsScreenSize = false
        #expect(shown() == PixelRect(x: 47, y: 40, width: 5, height: 10))
    }

    @Test func `it follows when it is moved to another superlayer`() {
        transformMap(AffineTransform(scaleX: 0.5, y: 0.5))
        _ = scene.frame()
        root.addSublayer(pin)
        #expect(shown() == PixelRect(x: 95, y: 80, width: 10, height: 20))
        Transaction.run(disablesActions: true) { pin.removeFromSuperlayer() }
        #expect(shown() == nil)
    }
}
