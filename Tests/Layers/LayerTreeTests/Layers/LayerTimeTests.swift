import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct LayerTimeTests {
    @Test func `a layer that begins after 1 s at twice the speed is at 4 s when 3 s have passed`() throws {
        let layer = Layer()
        layer.timing.beginTime = 1
        layer.timing.speed = 2
        #expect(layer.localTime(at: 3) == 4)
        let clock = try #require(layer.clockTime(at: 4))
        #expect(abs(clock - 3) < 1e-9)
    }

    @Test func `a layer's time is relative to its superlayer's`() throws {
        let outer = Layer()
        let inner = Layer()
        outer.addSublayer(inner)
        outer.timing.speed = 2
        outer.timing.beginTime = 1
        inner.timing.timeOffset = 0.5
        inner.timing.speed = 0.5
        #expect(inner.localTime(at: 3) == 2.5)
        let outerTime = try #require(inner.convertTime(2.5, to: outer))
        #expect(abs(outerTime - 4) < 1e-9)
        let clock = try #require(inner.convertTime(2.5, to: nil))
        #expect(abs(clock - 3) < 1e-9)
    }

    @Test func `a paused layer keeps its time, and continues from there`() {
        let layer = Layer()
        layer.pause(at: 0.5)
        #expect(layer.localTime(at: 0.5) == 0.5)
        #expect(layer.localTime(at: 10.5) == 0.5)
        #expect(layer.clockTime(at: 0.5) == nil)
        layer.resume(at: 20)
        #expect(layer.localTime(at: 20) == 0.5)
        #expect(layer.localTime(at: 21) == 1.5)
    }

    @Test func `with speed −1 time runs backward`() {
        let layer = Layer()
        layer.timing.speed = -1
        layer.timing.timeOffset = 2
        #expect(layer.localTime(at: 0.5) == 1.5)
    }

    @Test func `an animation on a paused layer can be scrubbed by the time offset`() throws {
        let layer = Layer()
        layer.timing.speed = 0
        var turn = BasicAnimation(\.zPosition, from: 0, to: -90)
        turn.timing.duration = 1
        layer.addAnimation(turn, forKey: "door", at: 0)
        layer.timing.timeOffset = 0.25
        #expect(layer.presentation(at: layer.localTime(at: 1000)).zPosition == -22.5)
    }

    @Test func `half of the wave lies at (150, 150) and rises by 33.69°, its beginning falls by 63.43°`() throws {
        var wave = CubicPath(start: Point(x: 0, y: 150))
        wave.addCurve(to: Point(x: 300, y: 150), controls: Point(x: 75, y: 0), Point(x: 225, y: 300))
        let layer = Layer()
        var ride = PathAnimation(wave, rotatesAlongPath: true)
        ride.timing.duration = 4
        layer.addAnimation(ride, forKey: "ride", at: 0)
        let middle = layer.presentation(at: 2)
        #expect(abs(middle.position.x - 150) < 1e-9 && abs(middle.position.y - 150) < 1e-9)
        #expect(abs(wave.pointAndAngle(at: 0.5).angle * 180 / .pi - 33.69) < 0.01)
        #expect(abs(wave.pointAndAngle(at: 0).angle * 180 / .pi + 63.43) < 0.01)
        let turned = try #require(middle.transform.affine)
        #expect(abs(turned.b / turned.a - 2.0 / 3) < 1e-9)
    }

    @Test func `a path of straight lines is followed line by line`() {
        var path = CubicPath(start: .zero)
        path.addLine(to: Point(x: 10, y: 0))
        path.addLine(to: Point(x: 10, y: 20))
        #expect(path.pointAndAngle(at: 0.25).point == Point(x: 5, y: 0))
        #expect(path.pointAndAngle(at: 0.75).point == Point(x: 10, y: 10))
        #expect(abs(path.pointAndAngle(at: 0.75).angle - .pi / 2) < 1e-12)
        #expect(path.pointAndAngle(at: 2).point == path.end)
    }
}
