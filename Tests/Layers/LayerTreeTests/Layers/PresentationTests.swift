import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct PresentationTests {
    /// A layer centered on its position that moves from (0, 0) to (100, 0) in 1 s.
    private func movingStage() -> Stage {
        let stage = Stage {
            $0.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
            $0.anchorPoint = Point(x: 0.5, y: 0.5)
            $0.backgroundColor = .black
        }
        Transaction.run(duration: 1, timingFunction: .linear) { stage.layer.position = Point(x: 100, y: 0) }
        stage.frame(at: 0)
        return stage
    }

    @Test func `there is no presentation before the first frame, and then it has the last frame's values`() {
        let stage = movingStage()
        let new = Layer()
        #expect(new.presentation == nil)
        stage.layer.addSublayer(new)
        #expect(new.presentation == nil)
        stage.frame(at: 0.5)
        #expect(new.presentation == new.properties)
        stage.clock.advance(by: 0.25)
        #expect(stage.layer.presentation?.position.x == 50)
        new.removeFromSuperlayer()
        #expect(new.presentation == nil)
    }

    @Test func `half way from 0 to 100 the model is at 100 and the presentation at 50`() {
        let stage = movingStage()
        stage.frame(at: 0.5)
        #expect(stage.layer.position == Point(x: 100, y: 0))
        #expect(stage.layer.presentation?.position == Point(x: 50, y: 0))
        let here = Point(x: 50, y: 0)
        let there = Point(x: 100, y: 0)
        #expect(stage.layer.hitTest(here, in: .presentation) === stage.layer)
        #expect(stage.layer.hitTest(there, in: .presentation) == nil)
        #expect(stage.layer.hitTest(here) == nil)
        #expect(stage.layer.hitTest(there) === stage.layer)
        #expect(stage.root.hitTest(here, in: .presentation) === stage.layer)
        #expect(stage.root.hitTest(there, in: .presentation) === stage.root)
    }

    @Test func `a layer hidden in the model but still visible is hit in the presentation`() {
        let stage = movingStage()
        Transaction.run(disablesActions: true) { stage.layer.position = .zero }
        stage.layer.removeAllAnimations()
        stage.layer.opacity = 0
        stage.frame(at: 0)
        stage.frame(at: 0.125)
        #expect(stage.layer.hitTest(.zero) == nil)
        #expect(stage.layer.hitTest(.zero, in: .presentation) === stage.layer)
    }

    @Test func `a tap that hits the presented layer changes its color, any other one moves it there in 4 s`() {
        let stage = movingStage()
        stage.layer.removeAllAnimations()
        Transaction.run(disablesActions: true) { stage.layer.position = Point(x: 20, y: 20) }
        func tap(_ point: Point) {
            if stage.root.hitTest(point, in: .presentation) === stage.layer {
                stage.layer.backgroundColor = .white
            } else {
                Transaction.run(duration: 4, timingFunction: .linear) { stage.layer.position = point }
            }
        }
        stage.frame(at: 1)
        tap(Point(x: 180, y: 20))
        #expect(stage.layer.animationKeys == ["position"])
        stage.frame(at: 1)
        #expect(stage.presentation(at: 3).position.x == 100)
        tap(Point(x: 180, y: 20))
        #expect(stage.layer.backgroundColor == .black)
        tap(Point(x: 105, y: 20))
        #expect(stage.layer.backgroundColor == .white)
        #expect(stage.layer.animationKeys == ["position", "backgroundColor"])
    }

    @Test func `a frame shows presented values, and later changes do not affect it`() throws {
        let stage = movingStage()
        let tree = stage.frame(at: 0.5)
        let before = try #require(tree.items.first?.quad)
        #expect(stage.layer.position.x == 100)
        #expect(before.pixelBounds.x == 40)
        stage.layer.backgroundColor = .white
        stage.layer.removeFromSuperlayer()
        let after = try #require(tree.items.first?.quad)
        #expect(after.outline == before.outline && after.color == .black)
    }

    @Test func `during layout the presented values are those of the frame that is being made`() {
        final class Follower: Layer {
            var seen: Double?
            var leader: Layer?

            override func layoutSublayers() { seen = leader?.presented.position.x }
        }
        let stage = movingStage()
        let follower = Follower()
        follower.leader = stage.layer
        stage.root.addSublayer(follower)
        follower.setNeedsLayout()
        stage.frame(at: 0.75)
        #expect(follower.seen == 75)
    }
}
