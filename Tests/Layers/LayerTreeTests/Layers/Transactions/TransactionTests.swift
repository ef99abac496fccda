import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct TransactionTests {
    @Test func `by default changes are animated for 0.25 s along the default curve, with actions and without delay`() {
        Transaction.flush()
        #expect(Transaction.duration == 0.25)
        #expect(Transaction.delay == 0)
        #expect(!Transaction.disablesActions)
        #expect(Transaction.timingFunction.controlPoints == TimingFunction.default.controlPoints)
    }

    @Test func `nested, the outer change takes 2 s and the inner ones 5 s, and all start with the outer commit`() {
        let stage = Stage()
        Transaction.begin()
        Transaction.duration = 2
        Transaction.timingFunction = .linear
        stage.layer.position = Point(x: 100, y: 0)
        Transaction.begin()
        #expect(Transaction.duration == 2)
        Transaction.duration = 5
        stage.layer.zPosition = 200
        stage.layer.opacity = 0
        Transaction.commit()
        #expect(Transaction.duration == 2)
        #expect(stage.presentation(at: 1).position.x == 0)
        #expect(stage.layer.presented.opacity == 1)
        Transaction.commit()
        #expect(stage.presentation(at: 2).position.x == 50)
        #expect(isClose(stage.layer.presented.opacity, 0.8) && stage.layer.presented.zPosition == 40)
        #expect(stage.presentation(at: 2.999).position.x < 100)
        #expect(stage.presentation(at: 3).position.x == 100)
        #expect(stage.layer.animationKeys == ["zPosition", "opacity"])
        #expect(isClose(stage.layer.presented.opacity, 0.6))
        #expect(stage.presentation(at: 5.999).opacity > 0)
        #expect(stage.presentation(at: 6).opacity == 0)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `a depth and an opacity take the 10 s of their transaction`() {
        let stage = Stage()
        Transaction.run(duration: 10, timingFunction: .linear) {
            stage.layer.zPosition = 200
            stage.layer.opacity = 0
        }
        #expect(stage.presentation(at: 5).zPosition == 100)
        #expect(stage.layer.presented.opacity == 0.5)
        #expect(stage.presentation(at: 10).zPosition == 200)
    }

    @Test func `the third sublayer moves to (200, 250) in 3 s`() {
        let stage = Stage()
        stage.root.addSublayer(Layer())
        stage.root.addSublayer(Layer())
        stage.frame(at: 0)
        let third = stage.root.sublayers[2]
        Transaction.run(duration: 3, timingFunction: .linear) { third.position = Point(x: 200, y: 250) }
        stage.frame(at: 1.5)
        #expect(third.presented.position == Point(x: 100, y: 125))
        stage.frame(at: 3)
        #expect(third.presented.position == Point(x: 200, y: 250))
    }

    @Test func `the implicit transaction ends with the next frame, and so do its values`() {
        let stage = Stage()
        Transaction.flush()
        Transaction.duration = 2
        Transaction.timingFunction = .linear
        stage.layer.position = Point(x: 100, y: 0)
        stage.frame(at: 1)
        #expect(Transaction.duration == 0.25)
        #expect(stage.layer.presented.position.x == 50)
        #expect(stage.presentation(at: 2).position.x == 100)
    }

    @Test func `flushing starts animations without a frame`() {
        let stage = Stage()
        Transaction.run(duration: 1, timingFunction: .linear) {
            stage.layer.position = Point(x: 100, y: 0)
            #expect(!Transaction.flush())
        }
        let other = Stage()
        other.layer.position = Point(x: 100, y: 0)
        Transaction.flush()
        #expect(stage.presentation(at: 0.5).position.x == 50)
        #expect(other.presentation(at: 0.25).position.x == 100)
        #expect(other.layer.animationKeys.isEmpty)
    }

    @Test func `with a duration of 0 changes show at once, and end running animations`() {
        let stage = Stage()
        stage.layer.opacity = 0
        stage.frame(at: 0)
        Transaction.run(duration: 0) {
            stage.layer.opacity = 0.5
            stage.layer.contents = image(0xff00_0000)
        }
        #expect(stage.layer.animationKeys.isEmpty)
        #expect(stage.layer.presented.opacity == 0.5)
    }

    @Test func `delayed by 1 s and 1 s long, the old value shows at 0.5 s, half at 1.5 s and the new one at 2 s`() {
        let stage = Stage()
        Transaction.run(duration: 1, delay: 1, timingFunction: .linear) {
            stage.layer.position = Point(x: 100, y: 0)
        }
        #expect(stage.layer.position.x == 100)
        #expect(stage.presentation(at: 0.5).position.x == 0)
        #expect(stage.scene.nextFrameTime == 1)
        #expect(stage.presentation(at: 1.5).position.x == 50)
        #expect(stage.presentation(at: 2).position.x == 100)
    }

    @Test func `a color takes 1 s, and the rotation that follows runs from 1.00 to 1.25 s`() throws {
        let stage = Stage { $0.backgroundColor = .black }
        Transaction.run(
            duration: 1,
            completion: { stage.layer.affineTransform = AffineTransform(rotation: .pi / 2) },
            { stage.layer.backgroundColor = .white })
        for step in 0..<100 {
            #expect(stage.presentation(at: Double(step) / 100).transform == .identity)
        }
        #expect(stage.presentation(at: 1).backgroundColor == .white)
        #expect(stage.layer.animationKeys == ["transform"])
        #expect(stage.layer.presented.transform == .identity)
        #expect(stage.presentation(at: 1.125).transform != .identity)
        #expect(stage.presentation(at: 1.2499).transform != stage.layer.transform)
        #expect(stage.presentation(at: 1.25).transform == Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1))
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `a completion is called at once if nothing is animated, outside the transaction`() {
        var seen: [Double] = []
        Transaction.run(duration: 7) {
            Transaction.run(duration: 3, completion: { seen.append(Transaction.duration) }) {
                Layer().opacity = 0
            }
            #expect(seen.isEmpty)
        }
        #expect(seen == [0.25])
    }

    @Test func `a completion waits for the animations of inner transactions and for explicit ones`() throws {
        let stage = Stage()
        var log: [String] = []
        var fade = BasicAnimation(\.opacity, to: 0)
        fade.timing.duration = 3
        Transaction.run(duration: 1, completion: { log.append("outer") }) {
            stage.layer.zPosition = 1
            Transaction.run(duration: 2, completion: { log.append("inner") }) {
                stage.layer.position = Point(x: 1, y: 0)
            }
            stage.layer.addAnimation(fade, forKey: "fade") { log.append("fade \($0)") }
        }
        stage.frame(at: 1.5)
        #expect(log.isEmpty)
        stage.frame(at: 2)
        #expect(log == ["inner"])
        stage.frame(at: 3)
        #expect(log == ["inner", "fade true", "outer"])
    }

    @Test func `animations that are removed or replaced count as ended for the completion`() {
        let stage = Stage()
        var ended = 0
        Transaction.run(completion: { ended += 1 }, { stage.layer.opacity = 0 })
        Transaction.run(completion: { ended += 1 }, { stage.layer.opacity = 0.5 })
        #expect(ended == 1)
        stage.layer.removeFromSuperlayer()
        #expect(ended == 1)
        stage.frame(at: 0)
        #expect(ended == 2)
    }

    @Test func `an animation of a layer in no scene delays no completion, and starts when the layer enters one`()
        throws
    {
        let stage = Stage()
        let other = Layer()
        var ended = 0
        var move = BasicAnimation(\.position, to: Point(x: 100, y: 0))
        move.timing.duration = 1
        Transaction.run(completion: { ended += 1 }, { other.addAnimation(move, forKey: "move") })
        #expect(ended == 1)
        stage.frame(at: 5)
        stage.root.addSublayer(other)
        stage.frame(at: 6)
        #expect(other.presented.position.x == 0)
        stage.frame(at: 6.5)
        #expect(other.presented.position.x == 50)
    }

    @Test func `completions that change layers endlessly do not keep a frame from being made`() {
        let stage = Stage()
        var rounds = 0
        var isEndless = true
        func again() {
            rounds += 1
            if isEndless { Transaction.setCompletion(again) }
        }
        again()
        stage.scene.setNeedsFrame()
        stage.frame(at: 0)
        #expect(rounds > 1 && rounds < 100)
        #expect(stage.scene.needsFrame)
        isEndless = false
        stage.frame(at: 0)
        #expect(!stage.scene.needsFrame)
    }

    @Test func `one frame commits the changes of all scenes, each on its own clock`() {
        let first = Stage()
        let second = Stage()
        second.clock.advance(by: 100)
        first.layer.opacity = 0
        second.layer.opacity = 0
        first.frame(at: 0)
        #expect(second.scene.needsFrame)
        #expect(first.presentation(at: 0.25).opacity == 0)
        #expect(second.presentation(at: 100.2).opacity > 0)
        #expect(second.presentation(at: 100.25).opacity == 0)
    }

    @Test func `a transaction rethrows errors, and is committed`() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try Transaction.run(duration: 9) { throw Failure() }
        }
        #expect(Transaction.duration == 0.25)
    }

    @Test func `two runs on equal clocks make the same frames`() {
        func run() -> [LayerProperties] {
            let stage = Stage()
            stage.layer.position = Point(x: 50, y: 20)
            return (0..<20).map { step in
                if step == 7 { stage.layer.opacity = 0.3 }
                return stage.presentation(at: Double(step) / 60)
            }
        }
        #expect(run() == run())
    }

    @Test func `a layer that is laid out in a frame is animated with that frame's transaction`() {
        final class Row: Layer {
            override func layoutSublayers() {
                for (index, sublayer) in sublayers.enumerated() {
                    sublayer.position = Point(x: Double(index) * self.bounds.size.width, y: 0)
                }
            }
        }
        let stage = Stage()
        let row = Row()
        row.addSublayer(Layer())
        row.addSublayer(Layer())
        row.bounds.size = Size(width: 10, height: 10)
        stage.root.addSublayer(row)
        stage.frame(at: 0)
        #expect(row.sublayers[1].animationKeys.isEmpty)
        row.bounds.size = Size(width: 20, height: 10)
        stage.frame(at: 1)
        stage.frame(at: 1.125)
        #expect(isClose(row.sublayers[1].presented.position.x, 10 + 10 * TimingFunction.default(0.5)))
    }
}
