import Georeferencing
import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct DestinationTests {
    @Test(
        arguments: [
            ("120, 80", .point(Point(x: 120, y: 80), zoom: nil)), ("120 80", .point(Point(x: 120, y: 80), zoom: nil)),
            ("120;80.5", .point(Point(x: 120, y: 80.5), zoom: nil)),
            ("120,80,2", .point(Point(x: 120, y: 80), zoom: 2)),
            ("120, 80, 50%", .point(Point(x: 120, y: 80), zoom: 0.5)),
            ("120 80 50 %", .point(Point(x: 120, y: 80), zoom: 0.5)),
            ("120, 80, 4x", .point(Point(x: 120, y: 80), zoom: 4)), ("50%", .zoom(0.5)), ("12.5 %", .zoom(0.125)),
            ("2×", .zoom(2)), ("120, 80 px", .point(Point(x: 120, y: 80), zoom: nil)),
        ] as [(String, Destination)])
    func `points and zooms are read in several forms, whether or not the image is georeferenced`(
        text: String, destination: Destination
    ) {
        for isGeoreferenced in [false, true] {
            #expect(Destination(text, isGeoreferenced: isGeoreferenced) == destination)
        }
    }

    @Test(arguments: ["52.5 13.25", "52.5, 13.25", "52°30′N 13°15′E", "13.25E 52.5N", "geo:52.5,13.25"])
    func `coordinates are read in a georeferenced image`(text: String) {
        #expect(
            Destination(text, isGeoreferenced: true) == .coordinate(Coordinate(latitude: 52.5, longitude: 13.25)))
    }

    @Test func `two numbers are pixels where they cannot be degrees, without a point, or with px`() {
        let pixels = [
            ("52.5, 13.25", false), ("52.5, 13.25 px", true), ("100.5, 13.25", true), ("52, 13", true),
        ]
        for (text, isGeoreferenced) in pixels {
            guard case .point = Destination(text, isGeoreferenced: isGeoreferenced) else {
                Issue.record("\(text) is no point")
                continue
            }
        }
    }

    @Test(arguments: [
        "", "120", "a, b", "120, 80, 0", "120, 80, -1", "0%", "-5%", "1, 2, 3, 4", "inf, 3", "0x10, 3", "nan%",
        "1,2,3,4,5",
    ])
    func `anything else is not a place`(text: String) {
        for isGeoreferenced in [false, true] {
            #expect(Destination(text, isGeoreferenced: isGeoreferenced) == nil)
        }
    }
}
