import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import FlightBench

@Suite(.timeLimited) struct FlightTests {
    private static let keys = [
        FlightKeyframe(time: 1, view: ViewState(center: Point(x: 0, y: 100), scale: 0.25)),
        FlightKeyframe(time: 3, view: ViewState(center: Point(x: 40, y: 100), scale: 4, angle: 90), note: "in"),
        FlightKeyframe(time: 4, view: ViewState(center: Point(x: 40, y: 100), scale: 4, angle: 90)),
        FlightKeyframe(time: 4.5, view: ViewState(center: Point(x: 7, y: 7)), isJump: true, note: "away"),
        FlightKeyframe(time: 6, view: ViewState(center: Point(x: 7, y: 7))),
        FlightKeyframe(time: 7, view: ViewState(center: Point(x: 9, y: 7))),
        FlightKeyframe(time: 8, view: ViewState(center: Point(x: 7, y: 7)), note: "and back"),
    ]
    private let flight = Flight(
        over: PixelSize(width: 1000, height: 500), viewport: PixelSize(width: 100, height: 50), keys: Self.keys)

    @Test(arguments: [
        (0.0, 0.0, 0.25, 0.0), (1, 0, 0.25, 0), (1.5, 10, 0.5, 22.5), (2, 20, 1, 45), (2.5, 30, 2, 67.5),
        (3, 40, 4, 90),
        (3.7, 40, 4, 90),
    ])
    func `The center and the angle change evenly, and the scale by equal factors`(
        time: Double, x: Double, scale: Double, angle: Double
    ) {
        #expect(flight.view(at: time) == ViewState(center: Point(x: x, y: 100), scale: scale, angle: angle))
    }

    @Test func `A jump happens at once`() {
        #expect(flight.view(at: 4.499).center == Point(x: 40, y: 100))
        #expect(flight.view(at: 4.5).center == Point(x: 7, y: 7))
    }

    @Test func `After its end a flight stands still`() {
        #expect(flight.start == 1 && flight.end == 8)
        #expect(flight.view(at: 7.5).center == Point(x: 8, y: 7))
        #expect(flight.view(at: 100) == Self.keys[6].view)
    }

    @Test func `The marks are the opening, the jumps, and the stops at which the camera rests`() {
        #expect(
            flight.marks == [
                FlightMark(kind: .opening, time: 1, end: 1), FlightMark(kind: .stop, time: 3, end: 4.5, note: "in"),
                FlightMark(kind: .jump, time: 4.5, end: 6, note: "away"),
                FlightMark(kind: .stop, time: 8, end: 8, note: "and back"),
            ])
    }

    @Test func `The standard flight opens, stops nine times and jumps once in 33.401 s`() {
        let flight = Flight.standard
        #expect(flight.imageSize == PixelSize(width: 60000, height: 40000) && flight.tileSize == 256)
        #expect(flight.viewport == PixelSize(width: 1280, height: 800))
        #expect(flight.keys.count == 21 && flight.start == 0 && flight.end == 33.401)
        #expect(flight.marks.map(\.kind) == [.opening] + Array(repeating: .stop, count: 6) + [.jump, .stop, .stop])
        #expect(
            flight.marks.map(\.time) == [0, 4.5, 9.5, 13, 16.2, 18.9, 21.9, 23.401, 27.401, 31.401])
        #expect(flight.marks.map(\.end) == [2, 6.5, 11, 15, 17.7, 20.4, 23.401, 25.401, 28.901, 33.401])
    }
}
