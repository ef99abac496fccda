import TestSupport
import TestLimits
import Testing

@testable import ScrollLayers

@Suite(.timeLimited) struct FlingTests {
    @Test func `a free fling covers the distance of its deceleration`() {
        let fling = Fling(from: 100, velocity: 2000, within: 0...10_000, length: 800)
        #expect(abs(fling.duration - 3.8) < 0.01)
        #expect(abs(fling.position(at: 10) - 1098.5) < 0.1)
        #expect(fling.position(at: 0) == 100)
        #expect(fling.velocity(at: 0) == 2000)
        #expect(fling.velocity(at: 10) == 0)
    }

    @Test func `at the edge a spring takes over the remaining velocity and ends at the edge`() throws {
        let fling = Fling(from: 9500, velocity: 2000, within: 0...10_000, length: 800)
        let hit = try #require(Deceleration.normal.time(toCover: 500, from: 2000))
        let left = Deceleration.normal.velocity(from: 2000, after: hit)
        for time in [0.01, 0.05, 0.1, 0.3] {
            let expected =
                10_000 + CriticallyDampedSpring(displacement: 0, velocity: left, frequency: 10).displacement(at: time)
            #expect(abs(fling.position(at: hit + time) - expected) < 1e-9)
        }
        #expect(abs(fling.velocity(at: hit) - left) < 1e-9)
        #expect(fling.position(at: fling.duration) == 10_000)
    }

    @Test func `released beyond the edge at rest, it returns on a spring of frequency 10`() {
        let fling = Fling(from: -100, velocity: 0, within: 0...10_000, length: 800)
        #expect(abs(fling.position(at: 0.1) + 73.576) < 0.001)
        #expect(fling.position(at: fling.duration) == 0)
        #expect(fling.duration < 1.1)
    }

    @Test func `flung inward from beyond the edge, it moves freely once it is inside`() {
        let fling = Fling(from: -30, velocity: 2000, within: 0...10_000, length: 800)
        #expect(fling.position(at: 10) > 500)
    }

    @Test func `without bounces it stops at the edge`() {
        let fling = Fling(from: 9500, velocity: 4000, within: 0...10_000, length: 800, bounces: false)
        for step in 0..<300 {
            #expect(fling.position(at: Double(step) * 0.01) <= 10_000)
        }
        #expect(fling.position(at: 10) == 10_000)
        #expect(fling.duration < 0.2)
    }

    @Test func `without room it bounces about the single position`() {
        let fling = Fling(from: 50, velocity: 900, within: 50...50, length: 800)
        #expect(fling.position(at: 0.1) > 60)
        #expect(fling.position(at: fling.duration) == 50)
    }

    @Test(arguments: [800.0, 100, 10, 1])
    func `no fling overshoots the edge by more than nine tenths of the view's length`(length: Double) {
        for velocity in [100.0, 1000, 8000, 1e6] {
            for start in [0.0, 0.5 * length, 0.89 * length] {
                let fling = Fling(from: 1000 + start, velocity: velocity, within: 0...1000, length: length)
                let farthest = (0..<200).map { fling.position(at: Double($0) * 0.005) }.max() ?? 0
                #expect(farthest <= 1000 + 0.9 * length + 1e-9)
            }
        }
    }

    @Test func `position and velocity never jump`() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<2000 {
            let upper = Double.random(in: 0...3000, using: &random)
            let fling = Fling(
                from: Double.random(in: -300...(upper + 300), using: &random),
                velocity: Double.random(in: -8000...8000, using: &random), within: 0...upper, length: 800)
            let step = 1.0 / 480
            var last = fling.position(at: 0)
            var time = 0.0
            while time < fling.duration + 0.1 {
                time += step
                let position = fling.position(at: time)
                // No faster than the maximum, and the remainder cut off at the end is invisible.
                #expect(abs(position - last) <= 8000 * step + RestThreshold.points, "at \(time) of \(fling)")
                last = position
            }
            #expect(last >= -1e-9 && last <= upper + 1e-9)
            #expect(fling.duration.isFinite)
        }
    }
}
