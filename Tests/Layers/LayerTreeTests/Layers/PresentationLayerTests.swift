import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct PresentationLayerTests {
    /// A layer of 100 points that moves from 0 to 100 in a second, with a layer of 20 points in it.
    private func movingStage() -> (stage: Stage, inner: Layer) {
        let stage = Stage()
        let inner = Layer()
        inner.frame = Rect(x: 10, y: 10, width: 20, height: 20)
        stage.layer.addSublayer(inner)
        stage.frame(at: 0)
        Transaction.run(duration: 1, timingFunction: .linear) { stage.layer.position = Point(x: 100, y: 0) }
        stage.frame(at: 0)
        return (stage, inner)
    }

    @Test func `there is none before the first frame, and then it has the values of each frame`() throws {
        let new = Layer()
        #expect(new.presentationLayer == nil)
        let (stage, _) = movingStage()
        let presented = try #require(stage.layer.presentationLayer)
        #expect(presented.position.x == 0)
        stage.frame(at: 0.5)
        #expect(presented.position == Point(x: 50, y: 0) && presented.frame.minX == 50)
        #expect(presented.properties == stage.layer.presentation)
        #expect(presented.modelLayer === stage.layer && presented.modelLayer.position.x == 100)
        stage.layer.addSublayer(new)
        #expect(new.presentationLayer == nil)
        stage.frame(at: 0.75)
        #expect(presented.position.x == 75 && new.presentationLayer != nil)
    }

    @Test func `its tree is the tree of the layers that have been shown`() throws {
        let (stage, inner) = movingStage()
        let root = try #require(stage.root.presentationLayer)
        #expect(root.superlayer == nil && root.sublayers == [stage.layer.presentationLayer])
        #expect(root.sublayers[0].sublayers.map(\.modelLayer.frame) == [inner.frame])
        #expect(inner.presentationLayer?.superlayer == stage.layer.presentationLayer)
        #expect(Set([root, root, root.sublayers[0]]).count == 2)
        let mask = Layer()
        stage.layer.mask = mask
        stage.layer.addSublayer(Layer())
        #expect(root.sublayers[0].sublayers.count == 1 && root.sublayers[0].mask == nil)
        stage.frame(at: 0.5)
        #expect(root.sublayers[0].sublayers.count == 2 && root.sublayers[0].mask?.modelLayer === mask)
    }

    @Test func `while a layer moves it is hit, and points are converted, where it is shown`() throws {
        let (stage, inner) = movingStage()
        stage.frame(at: 0.5)
        let root = try #require(stage.root.presentationLayer)
        let small = try #require(inner.presentationLayer)
        #expect(root.hitTest(Point(x: 65, y: 15)) == small)
        #expect(root.hitTest(Point(x: 55, y: 5))?.modelLayer === stage.layer)
        #expect(root.hitTest(Point(x: 160, y: 15)) == root)
        #expect(stage.root.hitTest(Point(x: 65, y: 15)) === stage.root)
        #expect(small.convert(Point(x: 1, y: 2), to: nil) == Point(x: 61, y: 12))
        #expect(small.convert(Point(x: 61, y: 12), from: root) == Point(x: 1, y: 2))
        #expect(small.convert(Point(x: 61, y: 12), from: nil) == Point(x: 1, y: 2))
        #expect(inner.convert(Point(x: 1, y: 2), to: nil) == Point(x: 111, y: 12))
        #expect(small.contains(Point(x: 5, y: 5)) && !small.contains(Point(x: 25, y: 5)))
        #expect(stage.layer.presentationLayer?.visibleRect == Rect(x: 0, y: 0, width: 100, height: 100))
        stage.frame(at: 1)
        #expect(small.convert(Point(x: 1, y: 2), to: nil) == Point(x: 111, y: 12))
    }
}
