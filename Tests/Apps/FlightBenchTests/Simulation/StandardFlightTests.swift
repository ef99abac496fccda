import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TileViewing
import VectorDrawing

@testable import FlightBench

/// Tests of the viewer's promises, on the flight by which it is judged.
@MainActor @Suite(.timeLimited) struct StandardFlightTests {
    @Test(arguments: [(0, 0.1), (0.02, 0.1), (0.1, 0.3)], [0, 0.01])
    func `Nothing is blank, nothing flickers, no tile is loaded twice, and few are wasted`(
        network: (latency: Double, sharp: Double), failureRate: Double
    ) {
        let conditions = SimulatedConditions(latency: network.latency, failureRate: failureRate)
        let report = FlightSimulator(.standard, conditions: conditions).run()
        #expect(report.viewing.blankAfterCover == 0)
        #expect(report.viewing.flickers == 0)
        #expect(report.duplicates == 0)
        #expect(report.wastedShare <= 0.2)
        #expect(report.cacheHighWaterMark <= conditions.cacheLimit)
        #expect(!report.hasHoleAtEnd)
        for delay in report.coverDelays(after: .jump) {
            #expect(delay ?? .infinity <= 2 * (network.latency + report.medianDecodeTime))
        }
        // The opening waits for the first tile and its fade; nothing later waits for a covered view.
        #expect((report.viewing.delays[0].covered ?? .infinity) <= 2 * network.latency + 0.3)
        #expect(report.viewing.delays.dropFirst().allSatisfy { $0.covered == 0 })
        // A tile that fails is retried after half a second.
        let sharp = failureRate == 0 ? network.sharp : 1
        #expect(report.viewing.delays.dropFirst().allSatisfy { $0.sharp ?? .infinity <= sharp })
    }

    @Test func `Where tiles are decoded faster than the flight uncovers them, it is hardly ever blurred`() {
        let viewing = FlightSimulator(.standard).run().viewing
        // Most of it is the frame after the jump, which shows what the opening has loaded.
        #expect(viewing.blur - viewing.unavoidableBlur < 0.3)
    }

    /// Two seconds of a fling over five screens a second, after a second at rest.
    private static let fling = Flight(
        over: PixelSize(width: 60_000, height: 40_000), viewport: PixelSize(width: 1280, height: 800),
        keys: [(0, 18_000, 13_000), (1, 18_000, 13_000), (3, 30_800, 16_200), (4, 30_800, 16_200)].map { time, x, y in
            FlightKeyframe(time: time, view: ViewState(center: Point(x: x, y: y), scale: 1))
        })

    /// The blur of the fling, in screen·level·seconds.
    private func blurOfFling(decodeTime: Double) -> Double {
        var blur = 0.0
        let simulator = FlightSimulator(Self.fling, conditions: SimulatedConditions(decodeTime: decodeTime))
        let report = simulator.run { frame, _ in
            if frame.time > 1, frame.time <= 3 { blur += ViewedQuality(of: frame).blur / 60 }
        }
        #expect(report.viewing.blankAfterCover == 0 && report.viewing.flickers == 0)
        return blur
    }

    @Test func `A fling is sharp where decoding keeps up, and one level too coarse where it cannot`() {
        #expect(blurOfFling(decodeTime: 0.002) < 0.1)
        // 67 tiles a second, of 109 that the fling uncovers.
        #expect((1...2.5).contains(blurOfFling(decodeTime: 0.03)))
    }

    @Test func `With 32 MiB, too, nothing is blank, nothing flickers, and the limit holds`() {
        let conditions = SimulatedConditions(latency: 0.02, cacheLimit: 32 << 20)
        let report = FlightSimulator(.standard, conditions: conditions).run()
        #expect(report.viewing.blankAfterCover == 0 && report.viewing.flickers == 0 && report.duplicates == 0)
        #expect(report.cacheHighWaterMark <= conditions.cacheLimit && !report.hasHoleAtEnd)
    }
}
