import TestLimits
import Testing
import TileViewing

@testable import FlightBench

@Suite(.timeLimited) struct LatencyTests {
    @Test func `reads are delayed only if there is a latency`() {
        #expect(DocumentOptions(latency: 0).beforeRead == nil)
        #expect(DocumentOptions(latency: 1e-6).beforeRead != nil)
    }
}
