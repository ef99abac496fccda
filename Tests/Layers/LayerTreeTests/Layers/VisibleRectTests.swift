import TestLimits
import TestSupport
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct VisibleRectTests {
    private func layer(_ x: Double, _ y: Double, _ width: Double, _ height: Double, clips: Bool = false) -> Layer {
        let layer = Layer()
        layer.frame = Rect(x: x, y: y, width: width, height: height)
        layer.masksToBounds = clips
        return layer
    }

    @Test func `of 1,000 × 1,000 scrolled to (50, 60) in 200 × 200 it is (50, 60, 200, 200)`() {
        let viewport = layer(10, 10, 200, 200, clips: true)
        let child = layer(0, 0, 1000, 1000)
        viewport.addSublayer(child)
        viewport.bounds.origin = Point(x: 50, y: 60)
        #expect(child.visibleRect == Rect(x: 50, y: 60, width: 200, height: 200))
        viewport.masksToBounds = false
        #expect(child.visibleRect == Rect(x: 0, y: 0, width: 1000, height: 1000))
    }

    @Test func `all superlayers that clip count, and the frame of the scene`() {
        let root = layer(0, 0, 500, 500)
        let outer = layer(100, 0, 300, 300, clips: true)
        let middle = layer(0, 0, 1000, 1000)
        let inner = layer(50, 50, 100, 400, clips: true)
        let child = layer(-20, 0, 1000, 1000)
        root.addSublayer(outer)
        outer.addSublayer(middle)
        middle.addSublayer(inner)
        inner.addSublayer(child)
        #expect(child.visibleRect == Rect(x: 20, y: 0, width: 100, height: 250))
        let scene = LayerScene(root: root, size: PixelSize(width: 400, height: 440), scale: 2)
        #expect(child.visibleRect == Rect(x: 20, y: 0, width: 50, height: 170))
        scene.size = PixelSize(width: 300, height: 100)
        #expect(child.visibleRect == nil)
    }

    @Test func `for a scaled layer it is in the layer's own coordinates`() {
        let viewport = layer(0, 0, 200, 100, clips: true)
        let child = layer(0, 0, 1000, 1000)
        child.anchorPoint = .zero
        child.position = Point(x: -100, y: 50)
        child.affineTransform = AffineTransform(scaleX: 4, y: -0.5)
        viewport.addSublayer(child)
        #expect(child.visibleRect == Rect(x: 25, y: 0, width: 50, height: 100))
    }

    @Test func `for a square rotated by 45° in a square it is the bounding box of the visible part`() throws {
        let viewport = layer(0, 0, 100, 100, clips: true)
        let child = layer(-450, -450, 1000, 1000)
        child.affineTransform = AffineTransform(rotation: .pi / 4)
        viewport.addSublayer(child)
        let seen = try #require(child.visibleRect)
        let half = 100 / 2.0.squareRoot()
        #expect(abs(seen.minX - 500 + half) < 1e-9 && abs(seen.size.width - 2 * half) < 1e-9)
        #expect(abs(seen.minY - 500 + half) < 1e-9 && abs(seen.size.height - 2 * half) < 1e-9)
    }

    @Test func `for a plane that reaches behind the viewer it is the part in front of him`() throws {
        let viewport = layer(0, 0, 200, 200, clips: true)
        viewport.sublayerTransform = Transform3D(perspectiveDistance: 100)
        let floor = layer(0, -400, 200, 1000)
        floor.transform = Transform3D(rotation: .pi / 2 - 0.01, x: 1, y: 0, z: 0)
        viewport.addSublayer(floor)
        let seen = try #require(floor.visibleRect)
        #expect(seen.minY >= 0 && seen.maxY < 700)
        let point = try #require(floor.convert(Point(x: 100, y: seen.maxY - 1), to: viewport))
        #expect(viewport.contains(point))
    }

    @Test func `for layers that are hidden, transparent, empty or edge-on it is nil`() {
        let root = layer(0, 0, 100, 100, clips: true)
        let box = layer(0, 0, 100, 100)
        let child = layer(10, 10, 50, 50)
        root.addSublayer(box)
        box.addSublayer(child)
        #expect(child.visibleRect != nil)
        box.isHidden = true
        #expect(child.visibleRect == nil)
        box.isHidden = false
        root.opacity = 0
        #expect(child.visibleRect == nil)
        root.opacity = 1
        child.transform = Transform3D(scaleX: 0, y: 1)
        #expect(child.visibleRect == nil)
        child.transform = .identity
        child.bounds.size.width = 0
        #expect(child.visibleRect == nil)
    }

    @Test func `while the bounds are animated it has the presented value`() throws {
        let clock = ManualClock()
        let scene = TestLayers.scene(200, 200, clock: clock)
        scene.root.masksToBounds = true
        let child = TestLayers.layer(0, 0, 1000, 1000, nil, in: scene.root)
        var glide = BasicAnimation(
            \.bounds, from: scene.root.bounds, to: Rect(x: 100, y: 0, width: 200, height: 200))
        glide.timing.duration = 1
        scene.root.addAnimation(glide, forKey: "scroll", at: 0)
        clock.advance(by: 0.5)
        _ = scene.frame()
        #expect(child.visibleRect(in: .presentation) == Rect(x: 50, y: 0, width: 200, height: 200))
        #expect(child.visibleRect == Rect(x: 0, y: 0, width: 200, height: 200))
    }

    @Test func `every visible point is in it`() throws {
        var generator = SeededRandom(seed: 21)
        func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &generator) }
        for _ in 0..<200 {
            let root = layer(0, 0, 100, 100)
            let scene = LayerScene(root: root, size: PixelSize(width: 100, height: 100))
            var inner = root
            for _ in 0..<3 {
                let next = layer(number(-50, 50), number(-50, 50), number(10, 200), number(10, 200))
                next.masksToBounds = number(0, 1) < 0.5
                next.transform = Transform3D(perspectiveDistance: number(100, 500))
                    .rotated(number(-1, 1), x: number(-1, 1), y: number(-1, 1), z: number(-1, 1))
                    .scaled(x: number(0.5, 2), y: number(0.5, 2))
                inner.addSublayer(next)
                inner = next
            }
            let visible = inner.visibleRect
            for _ in 0..<50 {
                let point = Point(x: number(0, 200), y: number(0, 200))
                guard inner.contains(point), let seen = inner.convert(point, to: nil), root.contains(seen) else {
                    continue
                }
                let isClipped = sequence(first: inner, next: \.superlayer).dropFirst().contains { around in
                    guard around.masksToBounds, let there = inner.convert(point, to: around) else { return false }
                    return !around.contains(there)
                }
                if !isClipped {
                    #expect(visible?.contains(point) == true)
                }
            }
            _ = scene
        }
    }
}
