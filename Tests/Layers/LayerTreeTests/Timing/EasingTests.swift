import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Timing functions of animations in frames of a scene.
@MainActor
@Suite(.timeLimited) struct EasingTests {
    @Test func `a move of 1 s that eases out is at 0.6846 after half of the time`() {
        let stage = Stage()
        Transaction.run(duration: 1, timingFunction: .easeOut) { stage.layer.position = Point(x: 100, y: 0) }
        for (time, x) in [(0.25, 37.81), (0.5, 68.46), (0.75, 90.65)] {
            #expect(isClose(stage.presentation(at: time).position.x, x, within: 0.1))
        }
    }

    @Test func `four colors in 4 s, each eased in: after 0.667 s the first fade is at 0.3154`() throws {
        let stage = Stage()
        let colors = [
            Color(red: 0, green: 0, blue: 1), Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0),
            Color(red: 0, green: 0, blue: 1),
        ]
        var change = KeyframeAnimation(
            \.backgroundColor,
            keyframes: colors.enumerated().map { Keyframe($1, at: Double($0) / 3, timingFunction: .easeIn) })
        change.timing.duration = 4
        stage.layer.addAnimation(change, forKey: "color")
        stage.frame(at: 0)
        let first = try #require(stage.presentation(at: 2.0 / 3).backgroundColor)
        #expect(isClose(first.red, 0.3154, within: 1e-3) && isClose(first.blue, 1 - 0.3154, within: 1e-3))
        let third = try #require(stage.presentation(at: 10.0 / 3).backgroundColor)
        #expect(isClose(third.blue, 0.3154, within: 1e-3))
    }

    @Test func `a ball bounces at the key times of its peaks`() throws {
        var fall = KeyframeAnimation(
            \.position,
            keyframes: [
                (32, 0), (268, 0.3), (140, 0.5), (268, 0.7), (220, 0.8), (268, 0.9), (250, 0.95), (268, 1),
            ].map { y, time in
                Keyframe(Point(x: 150, y: y), at: time, timingFunction: y == 268 ? .easeOut : .easeIn)
            })
        fall.timing.duration = 1
        let stage = Stage()
        stage.layer.addAnimation(fall, forKey: "fall")
        stage.frame(at: 0)
        for (time, y) in [(0.3, 268.0), (0.5, 140), (0.7, 268), (0.8, 220), (0.9, 268), (0.95, 250)] {
            #expect(isClose(stage.presentation(at: time).position.y, y))
        }
        #expect(isClose(try #require(fall.value(at: 0.15)).y, 32 + 236 * TimingFunction.easeIn(0.5)))
    }

    /// The y coordinate of the ball at a fraction of its fall.
    private func height(at fraction: Double) -> Double {
        32.interpolated(with: 268, at: TimingFunction.bounceOut(fraction))
    }

    @Test func `of 60 generated keyframes the thirtieth is at 201.625, and the last one on the ground`() throws {
        let frames = (0...60).map { Point(x: 150, y: height(at: Double($0) / 60)) }
        #expect(isClose(frames[30].y, 201.625))
        let fall = KeyframeAnimation(\.position, values: frames)
        #expect(isClose(try #require(fall.value(at: 0.5)).y, 201.625))
        #expect(isClose(try #require(fall.value(at: 1)).y, 268))
    }

    @Test func `a ball on a display link is where one on keyframes is, within one frame`() throws {
        let frames = (0...60).map { Point(x: 150, y: height(at: Double($0) / 60)) }
        var fall = KeyframeAnimation(\.position, values: frames)
        fall.timing.duration = 1
        fall.timing.fillMode = .forwards
        let distanceInOneFrame = zip(frames, frames.dropFirst()).map { abs($0.y - $1.y) }.max() ?? 0
        let clock = ManualClock()
        var passed = 0.0
        var y = 32.0
        let link = DisplayLink(clock: clock) { frame in
            passed = min(passed + frame.step, 1)
            y = height(at: passed)
        }
        for milliseconds in [0, 16, 17, 50, 16, 33, 100, 200, 16, 300, 16, 16, 500] as [Double] {
            clock.advance(by: milliseconds / 1000)
            link.tick()
            var shown = LayerProperties()
            fall.apply(to: &shown, at: clock.now, defaultDuration: 0.25)
            #expect(abs(shown.position.y - y) <= distanceInOneFrame)
        }
        #expect(isClose(y, 268))
    }

    @Test func `the hands of a clock turn to 300°, 48° and 216° for 10:08:36, each in half a second`() throws {
        let stage = Stage()
        let hands = [10.0 / 12, 8.0 / 60, 36.0 / 60].map { fraction -> Layer in
            let hand = Layer()
            hand.anchorPoint = Point(x: 0.5, y: 0.9)
            hand.bounds.size = Size(width: 10, height: 80)
            hand.name = "\(fraction)"
            stage.root.addSublayer(hand)
            return hand
        }
        stage.frame(at: 0)
        for (hand, fraction) in zip(hands, [10.0 / 12, 8.0 / 60, 36.0 / 60]) {
            var turn = BasicAnimation(\.transform.rotation.z, from: 0, to: fraction * 2 * .pi)
            turn.timing.duration = 0.5
            Transaction.run(disablesActions: true) { hand.transform.rotation.z = fraction * 2 * .pi }
            hand.addAnimation(turn, forKey: "turn")
        }
        stage.frame(at: 0)
        stage.frame(at: 0.25)
        for (hand, degrees) in zip(hands, [300.0, 48, 216]) {
            let half = Transform3D(rotation: degrees / 2 * .pi / 180, x: 0, y: 0, z: 1)
            #expect(isClose(hand.presented.transform.rotation.z, half.rotation.z))
            let full = Transform3D(rotation: degrees * .pi / 180, x: 0, y: 0, z: 1)
            #expect(isClose(hand.transform.rotation.z, full.rotation.z))
        }
    }
}
