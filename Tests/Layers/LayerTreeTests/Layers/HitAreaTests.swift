import LayerTree
import TestLimits
import Testing
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct HitAreaTests {
    private let root = Layer()
    private let layer = Layer()

    init() {
        root.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        layer.frame = Rect(x: 40, y: 40, width: 10, height: 10)
        root.addSublayer(layer)
    }

    @Test func `a layer that is not to be hit lets points through, with its sublayers`() {
        let inner = Layer()
        inner.frame = Rect(x: 2, y: 2, width: 4, height: 4)
        layer.addSublayer(inner)
        #expect(root.hitTest(Point(x: 43, y: 43)) === inner)
        layer.isHitTestable = false
        #expect(root.hitTest(Point(x: 43, y: 43)) === root)
        layer.isHitTestable = true
        inner.isHitTestable = false
        #expect(root.hitTest(Point(x: 43, y: 43)) === layer)
    }

    @Test func `negative insets make a layer larger to hit, positive ones smaller`() {
        #expect(root.hitTest(Point(x: 36, y: 45)) === root)
        layer.hitInsets = EdgeInsets(left: -5)
        #expect(root.hitTest(Point(x: 36, y: 45)) === layer)
        #expect(root.hitTest(Point(x: 45, y: 36)) === root)
        layer.hitInsets = EdgeInsets(top: 3)
        #expect(root.hitTest(Point(x: 45, y: 42)) === root)
        #expect(root.hitTest(Point(x: 45, y: 43)) === layer)
    }

    @Test func `equal insets are one number, and negative ones enlarge a rectangle`() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 8)
        #expect(EdgeInsets(5) == EdgeInsets(top: 5, left: 5, bottom: 5, right: 5))
        #expect(rect.inset(by: 3) == Rect(x: 13, y: 23, width: 24, height: 2))
        #expect(rect.inset(by: -3) == Rect(x: 7, y: 17, width: 36, height: 14))
        #expect(rect.inset(by: 5).isEmpty)
    }

    @Test func `a subclass decides which points belong to it`() {
        let disk = Disk()
        disk.frame = Rect(x: 60, y: 60, width: 20, height: 20)
        root.addSublayer(disk)
        #expect(root.hitTest(Point(x: 61, y: 61)) === root)
        #expect(root.hitTest(Point(x: 63, y: 70)) === disk)
        #expect(root.hitTest(Point(x: 63, y: 70), in: .presentation) === disk)
    }

    private final class Disk: Layer {
        override func contains(_ point: Point, in tree: LayerTreeKind) -> Bool {
            let x = point.x - 10
            let y = point.y - 10
            return x * x + y * y < 100
        }
    }
}
