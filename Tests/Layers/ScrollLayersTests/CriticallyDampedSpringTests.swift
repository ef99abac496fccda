import TestLimits
import Testing

@testable import ScrollLayers

@Suite(.timeLimited) struct CriticallyDampedSpringTests {
    @Test func `at frequency 10, of 100 points 73.6 remain after 0.1 s and 0.05 after 1 s`() {
        let spring = CriticallyDampedSpring(displacement: 100, frequency: 10)
        // (c₁ + c₂·t)·e^(−10·t) with c₂ = v + 10·x₀.
        #expect(abs(spring.displacement(at: 0.1) - 73.576) < 0.001)
        #expect(abs(spring.displacement(at: 1) - 0.04994) < 0.00001)
        #expect(spring.displacement(at: 0) == 100)
    }

    @Test(arguments: [(100.0, 0.0), (0, 2000), (-50, 800), (30, -2000)])
    func `it solves the equation of a spring with damping ratio 1`(displacement: Double, velocity: Double) {
        let spring = CriticallyDampedSpring(displacement: displacement, velocity: velocity, frequency: 10)
        let step = 1e-4
        for time in [0.05, 0.2, 0.7] {
            let before = spring.displacement(at: time - step)
            let now = spring.displacement(at: time)
            let after = spring.displacement(at: time + step)
            let slope = (after - before) / (2 * step)
            let curvature = (after - 2 * now + before) / (step * step)
            // x″ + 2·ζ·ω·x′ + ω²·x = 0 with ζ = 1, ω = 10: k = 100, m = 1.
            #expect(abs(curvature + 20 * slope + 100 * now) < 0.02 * (abs(displacement) + abs(velocity)))
            #expect(abs(spring.velocity(at: time) - slope) < 0.01)
        }
    }

    @Test(arguments: [(100.0, 0.0), (0, 2000), (-50, 800), (30, -2000), (0, 0), (0.01, 0), (0.01, 500)])
    func `from its duration on it stays below the threshold, and not much sooner`(
        displacement: Double, velocity: Double
    ) {
        let spring = CriticallyDampedSpring(displacement: displacement, velocity: velocity, frequency: 10)
        let end = spring.duration(within: 0.05)
        for step in 0..<200 {
            #expect(abs(spring.displacement(at: end + Double(step) * 0.01)) <= 0.05 * 1.0001)
        }
        if end > 0, displacement * (velocity + 10 * displacement) >= 0 {
            #expect(abs(spring.displacement(at: end * 0.98)) > 0.05)
        }
    }

    @Test func `it reports when it passes the target, which takes sufficient velocity`() throws {
        let time = try #require(CriticallyDampedSpring(displacement: 30, velocity: -2000, frequency: 10).crossingTime)
        #expect(
            abs(CriticallyDampedSpring(displacement: 30, velocity: -2000, frequency: 10).displacement(at: time)) < 1e-12
        )
        #expect(CriticallyDampedSpring(displacement: 30, velocity: -200, frequency: 10).crossingTime == nil)
        #expect(CriticallyDampedSpring(displacement: 30, velocity: 200, frequency: 10).crossingTime == nil)
        #expect(CriticallyDampedSpring(displacement: 0, velocity: 200, frequency: 10).crossingTime == nil)
    }
}
