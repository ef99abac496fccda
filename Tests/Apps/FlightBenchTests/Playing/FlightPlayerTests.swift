import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TileViewing
import VectorDrawing

@testable import FlightBench

@MainActor
@Suite(.timeLimited) struct FlightPlayerTests {
    private let flight = Flight(
        over: PixelSize(width: 1000, height: 800), viewport: PixelSize(width: 800, height: 600),
        keys: [
            FlightKeyframe(time: 0, view: ViewState(center: Point(x: 500, y: 400), scale: 0.5)),
            FlightKeyframe(time: 1, view: ViewState(center: Point(x: 300, y: 400), scale: 1)),
            FlightKeyframe(time: 2, view: ViewState(center: Point(x: 700, y: 500), scale: 1), isJump: true),
            FlightKeyframe(time: 3, view: ViewState(center: Point(x: 700, y: 500), scale: 1)),
        ])

    /// Plays the flight with frames of 4 ms, and of 20 ms for every tenth one.
    private func play(in stage: FlightStage) -> FlightPlayer {
        let player = FlightPlayer(flight, in: stage.viewer)
        var number = 0
        while !player.isOver {
            player.advance()
            stage.frame()
            number += 1
            player.recordFrame(seconds: number.isMultiple(of: 10) ? 0.02 : 0.004)
            stage.clock.advance(by: 1.0 / 20)
        }
        return player
    }

    @Test func `the viewer follows the flight and stays at its end`() {
        let stage = FlightStage()
        let player = FlightPlayer(flight, in: stage.viewer)
        stage.clock.advance(by: 0.5)
        player.advance()
        #expect(stage.view.center == Point(x: 400, y: 400) && abs(stage.view.scale - 0.5.squareRoot()) < 1e-12)
        stage.clock.advance(by: 1)
        player.advance()
        #expect(stage.view == ViewState(center: Point(x: 300, y: 400)))
        stage.clock.advance(by: 5)
        player.advance()
        #expect(stage.view == ViewState(center: Point(x: 700, y: 500)) && player.isOver)
    }

    @Test func `over an image of half the width, the same regions are shown`() {
        let stage = FlightStage(PixelSize(width: 500, height: 400))
        let player = FlightPlayer(flight, in: stage.viewer)
        player.advance()
        #expect(stage.view == ViewState(center: Point(x: 250, y: 200), scale: 1))
    }

    @Test func `the report counts frames and tiles, and what was seen`() {
        let stage = FlightStage()
        let report = play(in: stage).report
        #expect(abs(report.frameTimes.count - 60) <= 1)
        #expect(report.frameTimes.percentile(0.5) == 0.004 && report.frameTimes.percentile(0.95) == 0.02)
        #expect(abs(report.lateShare - 0.1) < 0.01)
        #expect(report.viewing.delays.map(\.mark.kind) == [.opening, .stop, .jump])
        // After the opening the camera moves on at once.
        #expect(report.viewing.delays.dropFirst().allSatisfy { $0.sharp != nil })
        #expect(report.failures == 0 && report.decoded > 0)
        #expect(report.viewing.blankAfterCover == 0 && report.peakMemory > 0)
    }

    @Test func `the report is one line of JSON with all results`() throws {
        let report = play(in: FlightStage()).report
        let json = report.json(flight: "a flight")
        #expect(json.hasPrefix(#"{"flight":"a flight","seconds":3,"frames":"#))
        for key in [
            "frameP50Ms", "frameP95Ms", "frameP99Ms", "frameMaxMs", "latePercent", "blankScreenSeconds",
            "blurScreenLevelSeconds", "flickers", "requested", "decoded", "cacheHighWaterBytes", "peakMemoryBytes",
            "processorSeconds", "waits",
        ] {
            #expect(json.contains("\"\(key)\":"))
        }
        #expect(!json.contains("\n"))
        #expect("\(report)".contains("p99 20 ms"))
    }
}
