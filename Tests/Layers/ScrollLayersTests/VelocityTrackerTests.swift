import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct VelocityTrackerTests {
    private func tracker(_ samples: [(Double, Double)]) -> VelocityTracker {
        var tracker = VelocityTracker()
        for (time, x) in samples {
            tracker.add(Point(x: x, y: -2 * x), at: time)
        }
        return tracker
    }

    @Test(arguments: [30.0, 60, 125, 1000])
    func `a constant motion has its velocity, at any sampling rate`(rate: Double) {
        let samples = (0..<Int(rate / 2)).map { (1e6 + Double($0) / rate, Double($0) / rate * 600) }
        let end = 1e6 + Double(samples.count - 1) / rate
        let velocity = tracker(samples).velocity(at: end + 0.01)
        #expect(abs(velocity.x - 600) < 1e-3)
        #expect(abs(velocity.y + 1200) < 1e-3)
    }

    @Test func `the velocity is 0 once the last sample is 0.1 s old, and not before`() {
        let tracker = tracker([(0, 0), (0.016, 10), (0.032, 20)])
        #expect(tracker.velocity(at: 0.032 + 0.1) == .zero)
        #expect(abs(tracker.velocity(at: 0.131).x - 625) < 1e-9)
    }

    @Test func `samples before a pause do not count`() {
        let tracker = tracker([(0, 0), (0.01, 500), (0.5, 510), (0.516, 520)])
        #expect(abs(tracker.velocity(at: 0.52).x - 625) < 1e-9)
    }

    @Test func `a single sample has no velocity, and neither have several at the same time`() {
        #expect(VelocityTracker().velocity(at: 0) == .zero)
        #expect(tracker([(0, 5)]).velocity(at: 0.01) == .zero)
        #expect(tracker([(0, 5), (0, 50), (0, 500)]).velocity(at: 0) == .zero)
    }

    @Test func `one late or shaky sample among many changes the velocity little`() {
        var samples = (0..<20).map { (Double($0) * 0.004, Double($0) * 2) }
        samples[18].1 += 1
        #expect(abs(tracker(samples).velocity(at: 0.08).x - 500) < 40)
    }
}
