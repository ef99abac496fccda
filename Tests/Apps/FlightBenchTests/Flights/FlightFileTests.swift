import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import VectorDrawing

@testable import FlightBench

@Suite(.timeLimited) struct FlightFileTests {
    /// A flight's text with some of its parts replaced.
    private func text(
        format: String = "tilekit-flight/1", image: String = #"{"width": 100, "height": 50, "tileSize": 16}"#,
        viewport: String = #"{"width": 10, "height": 5}"#,
        keys: String = #"[{"t": 0, "x": 1, "y": 2, "scale": 0.5, "angle": 0}]"#, more: String = ""
    ) -> String {
        #"{"format": "\#(format)", "image": \#(image), "viewport": \#(viewport), "keys": \#(keys)\#(more)}"#
    }

    private func mistake(in text: String) -> String? {
        do {
            _ = try Flight(json: Array(text.utf8))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `The smallest flight has one keyframe`() throws {
        let flight = try Flight(json: Array(text().utf8))
        let key = FlightKeyframe(time: 0, view: ViewState(center: Point(x: 1, y: 2), scale: 0.5))
        #expect(
            flight
                == Flight(
                    over: PixelSize(width: 100, height: 50), tileSize: 16, viewport: PixelSize(width: 10, height: 5),
                    keys: [key]))
    }

    @Test func `Jumps, notes and a description are read`() throws {
        let keys = #"""
            [{"t": 0.1, "x": -1e-7, "y": 0.5, "scale": 1e-9, "angle": -33.3},
             {"t": 0.1, "x": 0, "y": 0, "scale": 1, "angle": 0, "jump": true, "note": "\"quoted\"\n"}]
            """#
        let flight = try Flight(json: Array(text(keys: keys, more: #", "about": "ü""#).utf8))
        #expect(
            flight.keys == [
                FlightKeyframe(
                    time: 0.1, view: ViewState(center: Point(x: -1e-7, y: 0.5), scale: 1e-9, angle: -33.3)),
                FlightKeyframe(time: 0.1, view: ViewState(center: .zero), isJump: true, note: "\"quoted\"\n"),
            ])
    }

    @Test func `An error in the text says where it is`() {
        let key = #"{"t": 0, "x": 1, "y": 2, "scale": 1, "angle": 0}"#
        #expect(mistake(in: "{\n]") == "line 2: a name in quotes is missing")
        #expect(mistake(in: "[]") == "this is an array, not an object")
        #expect(mistake(in: "{}") == "\"format\" is missing")
        #expect(
            mistake(in: text(format: "tilekit-flight/2"))
                == "format: \"tilekit-flight/2\" is not supported, only \"tilekit-flight/1\"")
        #expect(mistake(in: text(more: #", "color": 1"#)) == "color: this name is not known")
        #expect(
            mistake(in: text(image: #"{"width": 0, "height": 50, "tileSize": 16}"#))
                == "image.width: 0 is not within 1 to 1073741824")
        #expect(
            mistake(in: text(image: #"{"width": 1.5, "height": 50, "tileSize": 16}"#))
                == "image.width: 1.5 is not a whole number")
        #expect(mistake(in: text(viewport: #"{"width": 10}"#)) == "viewport: \"height\" is missing")
        #expect(mistake(in: text(keys: "[]")) == "keys: at least one is needed")
        #expect(mistake(in: text(keys: "[\(key), 7]")) == "keys[1]: this is a number, not an object")
        #expect(
            mistake(in: text(keys: "[\(key), \(key)]")) == "keys[1].t: 0 does not come after 0")
        #expect(
            mistake(in: text(keys: "[\(key.replacing("\"scale\": 1", with: "\"scale\": 0"))]"))
                == "keys[0].scale: 0 is not within 1e-09 to 1000000000")
        #expect(
            mistake(in: text(keys: "[\(key.replacing("\"scale\": 1", with: "\"zoom\": 1"))]"))
                == "keys[0].zoom: this name is not known")
        #expect(
            mistake(in: text(keys: "[\(key.replacing("\"angle\"", with: "\"jump\": 1, \"angle\""))]"))
                == "keys[0].jump: this is a number, not true or false")
    }

    @Test func `A flight is read from a file, and errors name the file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("flight.json")
        func fault() throws -> StoreError {
            try #require(#expect(throws: StoreError.self) { try Flight(contentsOf: path) })
        }
        #expect(try fault() == StoreError(.unreadable, path: path, "there is no such file."))
        try folder.write(Data(text().utf8), to: "flight.json")
        #expect(try Flight(contentsOf: path) == Flight(json: Array(text().utf8)))
        try folder.write(Data("[".utf8), to: "flight.json")
        #expect(try fault() == StoreError(.malformed, path: path, "line 1: a value is missing at the end"))
    }
}
