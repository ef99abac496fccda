import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Pausing, rewinding and scrubbing, in frames of a scene.
@MainActor
@Suite(.timeLimited) struct LayerTimeInScenesTests {
    private func movingStage() throws -> Stage {
        let stage = Stage()
        var move = BasicAnimation(\.position, from: Point.zero, to: Point(x: 100, y: 0))
        move.timing.duration = 1
        stage.layer.addAnimation(move, forKey: "move")
        stage.frame(at: 0)
        return stage
    }

    @Test func `paused at 0.5 s it holds for 10 s, and continues from there`() throws {
        let stage = try movingStage()
        stage.frame(at: 0.5)
        stage.layer.pause(at: 0.5)
        #expect(stage.presentation(at: 0.5).position.x == 50)
        #expect(!stage.scene.needsFrame && stage.scene.nextFrameTime == nil)
        #expect(stage.presentation(at: 10.5).position.x == 50)
        stage.layer.resume(at: 10.5)
        #expect(stage.presentation(at: 10.75).position.x == 75)
        stage.frame(at: 11)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `at speed −1 it returns the way it came, and rests at the beginning`() throws {
        let stage = try movingStage()
        stage.frame(at: 0.5)
        stage.layer.timing.speed = -1
        stage.layer.timing.timeOffset = 1
        #expect(stage.presentation(at: 0.5).position.x == 50)
        #expect(stage.presentation(at: 0.75).position.x == 25)
        #expect(stage.scene.needsFrame)
        #expect(stage.presentation(at: 1.5).position.x == 0)
        #expect(stage.scene.nextFrameTime == nil)
    }

    @Test func `an animation held after its end plays backward when time runs back to it`() throws {
        let stage = Stage()
        var move = BasicAnimation(\.position, from: Point.zero, to: Point(x: 100, y: 0))
        move.timing.duration = 1
        move.timing.fillMode = .forwards
        stage.layer.addAnimation(move, forKey: "move", isRemovedOnCompletion: false)
        stage.frame(at: 0)
        stage.frame(at: 3)
        stage.layer.timing.speed = -1
        stage.layer.timing.timeOffset = 6
        #expect(stage.presentation(at: 3).position.x == 100)
        #expect(stage.scene.nextFrameTime == 5)
        #expect(stage.presentation(at: 5.5).position.x == 50)
    }

    @Test func `a superlayer at twice the speed plays its sublayers' animations in half of the time`() throws {
        let stage = Stage()
        stage.root.timing.speed = 2
        var move = BasicAnimation(\.position, from: Point.zero, to: Point(x: 100, y: 0))
        move.timing.duration = 1
        stage.layer.addAnimation(move, forKey: "move")
        stage.frame(at: 3)
        #expect(stage.presentation(at: 3.25).position.x == 50)
        stage.frame(at: 3.5)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `the animations of a layer with an early begin time end in the layer's own time`() throws {
        let stage = Stage { $0.timing.beginTime = -100 }
        #expect(stage.layer.localTime(at: 0) == 100)
        var completions: [Bool] = []
        var move = BasicAnimation(\.position, to: Point(x: 100, y: 0))
        move.timing.duration = 1
        stage.layer.addAnimation(move, forKey: "move") { completions.append($0) }
        stage.frame(at: 0)
        #expect(stage.presentation(at: 0.5).position.x == 50)
        #expect(completions.isEmpty)
        stage.frame(at: 1)
        #expect(completions == [true])
    }

    @Test func `at twice the speed and 3 s ahead on its path: (108.11, 123.63) at first, (191.89, 176.37) after 1 s`() {
        let stage = Stage()
        var wave = CubicPath(start: Point(x: 0, y: 150))
        wave.addCurve(to: Point(x: 300, y: 150), controls: Point(x: 75, y: 0), Point(x: 225, y: 300))
        var ride = PathAnimation(wave)
        ride.timing.duration = 8
        ride.timing.speed = 2
        ride.timing.timeOffset = 3
        stage.layer.addAnimation(ride, forKey: "ride")
        for (time, x, y) in [(0.0, 108.11, 123.63), (1, 191.89, 176.37)] {
            let shown = stage.presentation(at: time).position
            #expect(isClose(shown.x, x, within: 0.01) && isClose(shown.y, y, within: 0.01))
        }
        stage.frame(at: 3.999)
        #expect(stage.layer.animationKeys == ["ride"])
        stage.frame(at: 4)
        #expect(stage.layer.animationKeys.isEmpty)
    }

    @Test func `a door is scrubbed by hand: −50 points are −11.25°, and it stops at −44.955°`() throws {
        let stage = Stage()
        stage.layer.timing.speed = 0
        var swing = BasicAnimation(\.transform.rotation.y, to: -Double.pi / 2)
        swing.timing.duration = 2
        stage.layer.addAnimation(swing, forKey: "swing")
        stage.frame(at: 0)
        func pan(by points: Double) {
            stage.layer.timing.timeOffset = min(max(stage.layer.timing.timeOffset - points / 200, 0), 0.999)
        }
        func degrees() -> Double { stage.presentation(at: stage.clock.now + 1).transform.rotation.y * 180 / .pi }
        pan(by: -50)
        #expect(isClose(degrees(), -11.25))
        #expect(isClose(degrees(), -11.25))
        pan(by: -1000)
        #expect(isClose(degrees(), -44.955))
        pan(by: 1000)
        #expect(isClose(degrees(), 0))
    }

    @Test func `an animation with speed 0 stays at its time offset, and requests no frames`() throws {
        let stage = Stage()
        var move = BasicAnimation(\.position, from: Point.zero, to: Point(x: 100, y: 0))
        move.timing.duration = 2
        move.timing.speed = 0
        move.timing.timeOffset = 0.5
        stage.layer.addAnimation(move, forKey: "move")
        stage.frame(at: 0)
        #expect(stage.presentation(at: 100).position.x == 25)
        #expect(!stage.scene.needsFrame)
    }
}
