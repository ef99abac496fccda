import TestLimits
import Testing

@testable import ScrollLayers

@Suite(.timeLimited) struct DecelerationTests {
    @Test func `2000 points per second cover 999 points in 3.8 s, and 199 in 0.60 s with the fast rate`() {
        #expect(abs(Deceleration.normal.distance(from: 2000) - 999) < 0.05)
        #expect(abs(Deceleration.normal.duration(from: 2000) - 3.8) < 0.01)
        #expect(abs(Deceleration.fast.distance(from: 2000) - 199) < 0.05)
        #expect(abs(Deceleration.fast.duration(from: 2000) - 0.596) < 0.001)
    }

    @Test func `the distance is 0.4995 s at the initial velocity, and 0.0995 s with the fast rate`() {
        #expect(abs(Deceleration.normal.distance(from: 1) - 0.4995) < 1e-5)
        #expect(abs(Deceleration.fast.distance(from: 1) - 0.0995) < 1e-5)
    }

    @Test(arguments: [0.001, 0.1, 1, 3.0])
    func `the velocity shrinks by the rate in each millisecond`(time: Double) {
        var speed = 1500.0
        for _ in 0..<Int((time * 1000).rounded()) { speed *= 0.998 }
        #expect(abs(Deceleration.normal.velocity(from: 1500, after: time) - speed) < 1e-6)
    }

    @Test func `the distance is the integral of the velocity`() {
        let steps = 100_000
        let duration = 2.0
        var sum = 0.0
        for step in 0..<steps {
            let middle = (Double(step) + 0.5) / Double(steps) * duration
            sum += Deceleration.normal.velocity(from: -700, after: middle) * duration / Double(steps)
        }
        #expect(abs(Deceleration.normal.distance(from: -700, after: duration) - sum) < 1e-6)
    }

    @Test func `at its end half a point of the distance remains`() {
        let end = Deceleration.normal.duration(from: 1234)
        let left = Deceleration.normal.distance(from: 1234) - Deceleration.normal.distance(from: 1234, after: end)
        #expect(abs(left - 0.5) < 1e-9)
        #expect(Deceleration.normal.duration(from: 1) == 0)
        #expect(Deceleration.normal.duration(from: 0) == 0)
    }

    @Test func `it reports when a distance is covered, and nil for one that is never reached`() throws {
        let time = try #require(Deceleration.normal.time(toCover: -300, from: -1000))
        #expect(abs(Deceleration.normal.distance(from: -1000, after: time) + 300) < 1e-9)
        #expect(Deceleration.normal.time(toCover: 500, from: 1000) == nil)
        #expect(Deceleration.normal.time(toCover: 300, from: -1000) == nil)
        #expect(Deceleration.normal.time(toCover: 300, from: 0) == nil)
        #expect(Deceleration.normal.time(toCover: 0, from: 0) == 0)
    }
}
