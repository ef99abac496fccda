import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct LayerGeometryTests {
    private func layer(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Layer {
        let layer = Layer()
        layer.frame = Rect(x: x, y: y, width: width, height: height)
        return layer
    }

    private func isClose(_ a: Point?, _ b: Point, within distance: Double = 1e-9) -> Bool {
        guard let a else { return false }
        return abs(a.x - b.x) < distance && abs(a.y - b.y) < distance
    }

    @Test func `a square of 100 rotated by 45° has a frame of 141.42 about its position`() {
        let layer = layer(0, 0, 100, 100)
        layer.affineTransform = AffineTransform(rotation: .pi / 4)
        #expect(abs(layer.frame.size.width - 141.42) < 0.01)
        #expect(abs(layer.frame.size.height - 141.42) < 0.01)
        #expect(isClose(layer.frame.point(at: Point(x: 0.5, y: 0.5)), layer.position))
    }

    @Test func `setting the frame keeps the bounds' origin and changes their size and the position`() {
        let layer = Layer()
        layer.bounds = Rect(x: 5, y: 5, width: 0, height: 0)
        layer.frame = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(layer.bounds == Rect(x: 5, y: 5, width: 30, height: 40))
        #expect(layer.position == Point(x: 25, y: 40))
        #expect(layer.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    }

    @Test func `moving the anchor point keeps the position and moves the frame`() {
        let layer = layer(0, 0, 100, 100)
        layer.anchorPoint = .zero
        #expect(layer.position == Point(x: 50, y: 50))
        #expect(layer.frame == Rect(x: 50, y: 50, width: 100, height: 100))
    }

    @Test func `a point is converted up through a scaled layer, and back`() throws {
        let root = layer(0, 0, 500, 500)
        let outer = layer(10, 10, 100, 100)
        let inner = layer(5, 5, 20, 20)
        inner.affineTransform = AffineTransform(scaleX: 2, y: 2)
        root.addSublayer(outer)
        outer.addSublayer(inner)
        #expect(isClose(inner.convert(Point(x: 1, y: 1), to: outer), Point(x: -3, y: -3)))
        #expect(isClose(inner.convert(Point(x: 1, y: 1), to: nil), Point(x: 7, y: 7)))
        #expect(isClose(inner.convert(Point(x: 7, y: 7), from: root), Point(x: 1, y: 1)))
        #expect(inner.convert(Point.zero, to: Layer()) == nil)
    }

    @Test func `a rotated rectangle is converted to its bounding box`() throws {
        let root = layer(0, 0, 500, 500)
        let turned = layer(100, 100, 100, 100)
        turned.affineTransform = AffineTransform(rotation: .pi / 4)
        root.addSublayer(turned)
        let rect = try #require(turned.convert(turned.bounds, to: root))
        #expect(abs(rect.size.width - 141.42) < 0.01)
        #expect(isClose(rect.point(at: Point(x: 0.5, y: 0.5)), Point(x: 150, y: 150)))
    }

    @Test func `scrolled bounds move their sublayers the other way`() {
        let scrolled = layer(0, 0, 100, 100)
        scrolled.bounds.origin = Point(x: 30, y: -20)
        let child = layer(40, 0, 10, 10)
        scrolled.addSublayer(child)
        let root = layer(0, 0, 100, 100)
        root.addSublayer(scrolled)
        #expect(isClose(child.convert(Point.zero, to: root), Point(x: 10, y: 20)))
    }

    @Test func `in a flipped layer y points up, and in two nested ones down again`() {
        let root = layer(0, 0, 100, 100)
        let flipped = layer(0, 0, 100, 100)
        flipped.isGeometryFlipped = true
        let child = layer(0, 0, 100, 10)
        root.addSublayer(flipped)
        flipped.addSublayer(child)
        #expect(child.convert(child.bounds, to: root) == Rect(x: 0, y: 90, width: 100, height: 10))
        let again = layer(0, 0, 100, 100)
        again.isGeometryFlipped = true
        flipped.addSublayer(again)
        again.addSublayer(child)
        #expect(child.convert(child.bounds, to: root) == Rect(x: 0, y: 0, width: 100, height: 10))
    }

    @Test func `two faces rotated by ±45° under one perspective are mirror images`() throws {
        let root = layer(0, 0, 300, 100)
        root.sublayerTransform = Transform3D(perspectiveDistance: 500)
        let faces = [layer(0, 0, 100, 100), layer(200, 0, 100, 100)]
        faces[0].transform = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
        faces[1].transform = Transform3D(rotation: -.pi / 4, x: 0, y: 1, z: 0)
        for face in faces { root.addSublayer(face) }
        for corner in [Point(x: 0, y: 0), Point(x: 0, y: 100), Point(x: 100, y: 0)] {
            let left = try #require(faces[0].convert(corner, to: root))
            let right = try #require(faces[1].convert(Point(x: 100 - corner.x, y: corner.y), to: root))
            #expect(isClose(Point(x: 300 - left.x, y: left.y), right))
        }
    }

    @Test(arguments: [
        (ContentsGravity.resize, Rect(x: 0, y: 0, width: 100, height: 50)),
        (.resizeAspect, Rect(x: 25, y: 0, width: 50, height: 50)),
        (.resizeAspectFill, Rect(x: 0, y: -25, width: 100, height: 100)),
        (.center, Rect(x: 30, y: 5, width: 40, height: 40)), (.top, Rect(x: 30, y: 0, width: 40, height: 40)),
        (.bottom, Rect(x: 30, y: 10, width: 40, height: 40)), (.left, Rect(x: 0, y: 5, width: 40, height: 40)),
        (.right, Rect(x: 60, y: 5, width: 40, height: 40)), (.topLeft, Rect(x: 0, y: 0, width: 40, height: 40)),
        (.topRight, Rect(x: 60, y: 0, width: 40, height: 40)),
        (.bottomLeft, Rect(x: 0, y: 10, width: 40, height: 40)),
        (.bottomRight, Rect(x: 60, y: 10, width: 40, height: 40)),
    ])
    func `contents of 40 × 40 are placed in 100 × 50 by their gravity`(gravity: ContentsGravity, frame: Rect) {
        #expect(
            gravity.frame(of: Size(width: 40, height: 40), in: Rect(x: 0, y: 0, width: 100, height: 50)) == frame)
    }
}
