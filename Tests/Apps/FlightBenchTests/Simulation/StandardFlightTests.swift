import TestLimits
import Testing

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
        #expect(report.wastedShare <= 0.15)
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

    @Test func `With 32 MiB, too, nothing is blank, nothing flickers, and the limit holds`() {
        let conditions = SimulatedConditions(latency: 0.02, cacheLimit: 32 << 20)
        let report = FlightSimulator(.standard, conditions: conditions).run()
        #expect(report.viewing.blankAfterCover == 0 && report.viewing.flickers == 0 && report.duplicates == 0)
        #expect(report.cacheHighWaterMark <= conditions.cacheLimit && !report.hasHoleAtEnd)
    }
}
