import LayerTree
import ScrollLayers
import Testing
import TilePyramid

@testable import TileViewing

@Suite struct FlightRecorderTests {
    private func recorder(tolerance: Double = 0.25) -> FlightRecorder {
        FlightRecorder(
            over: PixelSize(width: 60000, height: 40000), viewport: PixelSize(width: 1280, height: 800),
            tolerance: tolerance)
    }

    @Test func `A recorder that has seen nothing has no flight`() {
        #expect(recorder().flight == nil)
    }

    @Test func `The standard flight recorded at 60 Hz needs few more keyframes, and shows the same`() throws {
        let flight = Flight.standard
        var recorder = recorder()
        let jump = try #require(flight.marks.first { $0.kind == .jump }).time
        var last = -1.0
        for frame in 0...Int(flight.end * 60) {
            let time = Double(frame) / 60
            recorder.record(flight.view(at: time), at: time, isJump: last < jump && time >= jump)
            last = time
        }
        let recorded = try #require(recorder.flight)
        #expect(recorded.keys.count <= 45)
        #expect(recorded.marks.filter { $0.kind == .jump }.count == 1)
        for frame in 0...Int(flight.end * 60) {
            let time = Double(frame) / 60
            let (seen, replayed) = (flight.view(at: time), recorded.view(at: time))
            #expect(abs(seen.center.x - replayed.center.x) * seen.scale <= 0.25)
            #expect(abs(seen.center.y - replayed.center.y) * seen.scale <= 0.25)
            #expect(abs(seen.scale / replayed.scale - 1) <= 0.25 / 640)
        }
    }

    @Test func `A camera that stands still for 256 frames has two keyframes`() throws {
        var recorder = recorder()
        for frame in 0..<257 {
            recorder.record(ViewState(center: Point(x: 5, y: 5)), at: Double(frame))
        }
        #expect(try #require(recorder.flight).keys.map(\.time) == [0, 256])
    }

    @Test func `A view that is not later than the previous one is ignored`() throws {
        var recorder = recorder()
        recorder.record(ViewState(center: .zero), at: 1)
        recorder.record(ViewState(center: Point(x: 9, y: 9)), at: 1)
        recorder.record(ViewState(center: Point(x: 9, y: 9)), at: 0.5)
        #expect(try #require(recorder.flight).keys.count == 1)
    }
}
