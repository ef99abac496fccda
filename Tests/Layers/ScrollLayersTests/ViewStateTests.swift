import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct ViewStateTests {
    private let size = Size(width: 1280, height: 800)

    @Test func `the center is in the center of the view, and the scale is view points per content point`() {
        let view = ViewState(center: Point(x: 30_000, y: 20_000), scale: 0.5)
        #expect(view.viewPoint(of: Point(x: 30_000, y: 20_000), in: size) == Point(x: 640, y: 400))
        #expect(view.viewPoint(of: Point(x: 30_100, y: 20_000), in: size) == Point(x: 690, y: 400))
        #expect(view.visibleRect(in: size) == Rect(x: 28_720, y: 19_200, width: 2560, height: 1600))
    }

    @Test func `at 90° clockwise the content's right side is exactly at the bottom`() {
        let view = ViewState(center: .zero, scale: 2, angle: 90)
        #expect(view.viewVector(Point(x: 1, y: 0)) == Point(x: 0, y: 2))
        #expect(view.viewVector(Point(x: 0, y: 1)) == Point(x: -2, y: 0))
        #expect(view.transform(in: size) == AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 640, ty: 400))
    }

    @Test(arguments: [(0.0, 0.0), (90, 90), (-90, -90), (180, 180), (-180, 180), (360, 0), (450, 90), (-271, 89)])
    func `angles that differ by whole turns are normalized to one`(angle: Double, normalized: Double) {
        #expect(ViewState(center: .zero, angle: angle).normalizedAngle == normalized)
        #expect(ViewState(center: .zero, angle: angle).isUpright == (normalized != 89))
    }

    @Test(arguments: [0.0, 90, 33, -120])
    func `mirroring mirrors the view on the screen, at any angle`(angle: Double) {
        let view = ViewState(center: Point(x: 7, y: 9), scale: 3, angle: angle)
        let contentPoint = Point(x: 20, y: -4)
        let before = view.viewPoint(of: contentPoint, in: size)
        let across = view.mirroredHorizontally
        let after = across.viewPoint(of: contentPoint, in: size)
        #expect(abs(after.x - (1280 - before.x)) < 1e-9 && abs(after.y - before.y) < 1e-9)
        let upside = view.mirroredVertically.viewPoint(of: contentPoint, in: size)
        #expect(abs(upside.x - before.x) < 1e-9 && abs(upside.y - (800 - before.y)) < 1e-9)
        #expect(across.mirroredHorizontally == view)
    }

    @Test func `a point converts to the view and back within a billionth of the content, at any scale and angle`() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<5000 {
            let view = ViewState(
                center: Point(
                    x: .random(in: 0...1e6, using: &random), y: .random(in: 0...1e6, using: &random)),
                scale: .random(in: 0.001...64, using: &random), angle: .random(in: -720...720, using: &random),
                isFlipped: .random(using: &random))
            let point = Point(x: .random(in: 0...1280, using: &random), y: .random(in: 0...800, using: &random))
            let contentPoint = view.contentPoint(at: point, in: size)
            let back = view.viewPoint(of: contentPoint, in: size)
            #expect((back - point).length < 1e-9 * max(1, 1e6 * view.scale))
            let applied = view.transform(in: size).apply(to: contentPoint)
            #expect((applied - point).length < 1e-8 * max(1, 1e6 * view.scale))
            let placed = view.placing(contentPoint, at: Point(x: 11, y: 22), in: size)
            #expect((placed.viewPoint(of: contentPoint, in: size) - Point(x: 11, y: 22)).length < 1e-6)
        }
    }
}
