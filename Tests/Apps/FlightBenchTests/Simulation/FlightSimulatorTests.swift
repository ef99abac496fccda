import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import FlightBench

@MainActor @Suite(.timeLimited) struct FlightSimulatorTests {
    /// Two seconds over an image of 2048×2048 pixels, all of it shown in 256×256: one tile of level 8.
    private let still = Flight(
        over: PixelSize(width: 2048, height: 2048), viewport: PixelSize(width: 256, height: 256),
        keys: [0.0, 2].map { FlightKeyframe(time: $0, view: ViewState(center: Point(x: 1024, y: 1024), scale: 0.125)) })

    @Test func `A tile that takes 22 ms is there in the third frame, and opaque 0.25 s later`() {
        let simulator = FlightSimulator(still, conditions: SimulatedConditions(latency: 0.02))
        simulator.layer.planner.adjacentLevelTiles = 0
        let report = simulator.run()
        #expect(report.requested == 1 && report.reads == 1 && report.decoded == 1 && report.drawn == 1)
        #expect(report.failedReads == 0 && report.cancelledBeforeRead == 0 && report.duplicates == 0)
        #expect(report.medianDecodeTime == 0.002 && report.cacheHighWaterMark == 256 * 256 * 4)
        #expect(report.viewing.delays.map(\.mark.kind) == [.opening])
        let delay = report.viewing.delays[0]
        #expect(abs((delay.firstPixel ?? 0) - 3.0 / 60) < 1e-9)
        #expect(abs((delay.covered ?? 0) - 17.0 / 60) < 1e-9 && delay.sharp == delay.covered)
        // Two frames of nothing, one at opacity 0, and 14 at 1/15, 2/15 … 14/15.
        #expect(abs(report.viewing.blank - (3 + 7) / 60.0) < 1e-9)
        #expect(report.viewing.blankAfterCover == 0 && report.viewing.blur == 0 && !report.hasHoleAtEnd)
        // Between the first frame and the tile nothing changes, and neither after the fade.
        #expect(report.frames == 17 && report.duration == 2)
    }

    @Test func `At rest two finer tiles and a coarser one are loaded without being shown`() {
        let report = FlightSimulator(still).run()
        #expect(report.decoded == 4 && report.drawn == 1 && report.wasted == 3 && report.wastedShare == 0.75)
    }

    @Test func `When all reads fail, nothing is shown, and each tile is retried after 0.5 s`() {
        let report = FlightSimulator(still, conditions: SimulatedConditions(failureRate: 1)).run()
        #expect(report.decoded == 0 && report.hasHoleAtEnd && report.viewing.blur == 0)
        #expect(report.failedReads == 2 * report.requested && report.retries == report.requested)
        #expect(abs(report.viewing.blank - 2) < 1e-9)
        #expect(report.viewing.delays[0].firstPixel == nil && report.viewing.delays[0].sharp == nil)
    }

    @Test func `Without memory nothing is requested`() {
        let report = FlightSimulator(still, conditions: SimulatedConditions(cacheLimit: 0)).run()
        #expect(report.requested == 0 && report.cacheHighWaterMark == 0 && report.hasHoleAtEnd)
    }

    @Test func `The same reads fail in every run, and others with another seed`() {
        let flight = Flight(
            over: PixelSize(width: 20000, height: 20000), viewport: PixelSize(width: 640, height: 400),
            keys: [
                FlightKeyframe(time: 0, view: ViewState(center: Point(x: 2000, y: 2000), scale: 1)),
                FlightKeyframe(time: 3, view: ViewState(center: Point(x: 9000, y: 6000), scale: 0.5)),
            ])
        func report(seed: UInt64) -> FlightSimulationReport {
            let conditions = SimulatedConditions(latency: 0.01, failureRate: 0.3, seed: seed)
            var report = FlightSimulator(flight, conditions: conditions).run()
            report.frameTimes = []
            report.wallTime = 0
            report.conditions.seed = 0
            return report
        }
        let first = report(seed: 1)
        #expect(first == report(seed: 1))
        #expect(first != report(seed: 2))
        #expect((0.2...0.4).contains(Double(first.failedReads) / Double(first.reads)))
    }

    @Test func `A report is one line of JSON with the same keys every time`() throws {
        let report = FlightSimulator(still, conditions: SimulatedConditions(latency: 0.02, failureRate: 0.01)).run()
        let json = report.json(flight: "a \"b\"")
        #expect(!json.contains("\n"))
        let begin = [
            #"{"flight":"a \"b\"","latencyMs":20,"failurePercent":1,"decodeMs":2,"readers":32,"decoders":2,"seconds":2"#,
            #""blankScreenSeconds":0.166667,"blankAfterCoverScreenSeconds":0,"blurScreenLevelSeconds":0"#,
            #""unavoidableBlurScreenLevelSeconds":0,"flickers":0,"requested":4,"reads":4,"failedReads":0"#,
            #""retries":0,"decoded":4,"drawn":1,"wasted":3,"cancelledBeforeRead":0,"cancelledBeforeDecode":0"#,
            #""duplicates":0,"cacheLimitBytes":268435456,"cacheHighWaterBytes":"#,
        ]
        #expect(json.hasPrefix(begin.joined(separator: ",")))
        let wait = #"{"kind":"opening","time":0,"note":null,"firstPixelMs":50,"coveredMs":283.333,"sharpMs":283.333}"#
        #expect(json.contains("\"waits\":[\(wait)]"))
        for key in ["frames", "medianDecodeMs", "holeAtEnd", "frameP50Ms", "frameMaxMs", "wallSeconds"] {
            #expect(json.contains("\"\(key)\":"))
        }
    }
}
