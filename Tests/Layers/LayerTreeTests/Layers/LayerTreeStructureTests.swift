import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct LayerTreeStructureTests {
    /// Counts its layouts.
    private final class CountingLayer: Layer {
        var layouts = 0

        override func layoutSublayers() { layouts += 1 }
    }

    private func named(_ name: String, frame: Rect = .zero) -> Layer {
        let layer = Layer()
        layer.name = name
        layer.frame = frame
        return layer
    }

    private func names(_ layer: Layer) -> [String?] { layer.sublayers.map(\.name) }

    @Test func `sublayers keep their order of insertion, and can be inserted between others`() {
        let parent = Layer()
        let a = named("a")
        let b = named("b")
        let c = named("c")
        let d = named("d")
        parent.addSublayer(b)
        parent.insertSublayer(a, at: 0)
        parent.insertSublayer(d, above: b)
        parent.insertSublayer(c, below: d)
        #expect(names(parent) == ["a", "b", "c", "d"])
        parent.insertSublayer(d, at: 0)
        #expect(names(parent) == ["d", "a", "b", "c"])
        parent.replaceSublayer(a, with: named("e"))
        #expect(names(parent) == ["d", "e", "b", "c"])
        #expect(a.superlayer == nil)
    }

    @Test func `inserting a layer removes it from its former superlayer`() {
        let first = Layer()
        let second = Layer()
        let child = Layer()
        first.addSublayer(child)
        second.addSublayer(child)
        #expect(first.sublayers.isEmpty)
        #expect(child.superlayer === second)
        child.removeFromSuperlayer()
        #expect(second.sublayers.isEmpty && child.superlayer == nil)
    }

    @Test func `a layer cannot be inserted into itself or its subtree`() {
        let outer = Layer()
        let middle = Layer()
        let inner = Layer()
        outer.addSublayer(middle)
        middle.addSublayer(inner)
        #expect(!outer.addSublayer(outer))
        #expect(!inner.addSublayer(outer))
        #expect(outer.superlayer == nil && inner.sublayers.isEmpty)
        #expect(middle.superlayer === outer)
    }

    @Test func `layers of equal depth keep their order, and higher ones are drawn later`() {
        let parent = Layer()
        for name in ["a", "b", "c", "d"] { parent.addSublayer(named(name)) }
        parent.sublayers[1].zPosition = 1
        let context = RenderTreeBuilder.Context(
            projection: .identity, clip: RenderClip(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1)), time: 0)
        #expect(DepthOrder.sorted(parent.sublayers, in: context)?.map(\.name) == ["a", "c", "d", "b"])
    }

    @Test func `the deepest layer is hit, in the order of the tree and not of depth`() {
        let white = named("white", frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let blue = named("blue", frame: Rect(x: 25, y: 25, width: 50, height: 50))
        white.addSublayer(blue)
        #expect(white.hitTest(Point(x: 50, y: 50)) === blue)
        #expect(white.hitTest(Point(x: 10, y: 10)) === white)
        #expect(white.hitTest(Point(x: 150, y: 0)) == nil)
        let later = named("later", frame: blue.frame)
        white.addSublayer(later)
        blue.zPosition = 1
        #expect(white.hitTest(Point(x: 50, y: 50)) === later)
    }

    @Test func `hidden and transparent layers are skipped, and a clipping one hides what lies outside it`() {
        let root = named("root", frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let box = named("box", frame: Rect(x: 0, y: 0, width: 50, height: 50))
        let child = named("child", frame: Rect(x: 40, y: 40, width: 40, height: 40))
        root.addSublayer(box)
        box.addSublayer(child)
        #expect(root.hitTest(Point(x: 70, y: 70)) === child)
        box.masksToBounds = true
        #expect(root.hitTest(Point(x: 70, y: 70)) === root)
        #expect(root.hitTest(Point(x: 45, y: 45)) === child)
        box.opacity = 0
        #expect(root.hitTest(Point(x: 45, y: 45)) === root)
        box.opacity = 1
        child.isHidden = true
        #expect(root.hitTest(Point(x: 45, y: 45)) === box)
    }

    @Test func `two changes of the bounds are one layout, and a change of the position is none`() {
        let layer = CountingLayer()
        layer.bounds.size = Size(width: 10, height: 10)
        layer.bounds.size = Size(width: 20, height: 10)
        layer.layoutIfNeeded()
        #expect(layer.layouts == 1)
        layer.position = Point(x: 5, y: 5)
        layer.layoutIfNeeded()
        #expect(layer.layouts == 1)
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(layer.layouts == 2)
    }
}
