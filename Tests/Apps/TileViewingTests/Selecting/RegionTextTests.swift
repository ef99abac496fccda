import Georeferencing
import TestLimits
import Testing
import TilePyramid

@testable import TileViewing

@Suite(.timeLimited) struct RegionTextTests {
    private let size = PixelSize(width: 1000, height: 800)
    private let current = PixelRect(x: 400, y: 300, width: 20, height: 10)

    @Test(arguments: [
        "400, 300, 201 × 150", "400 300 201 150", "400,300,201,150", "400; 300; 201; 150", " 400,300  201x150 ",
        "400, 300, 201 X 150", "400, 300, 201*150 px", "201x150+400+300", "400.4, 299.6, 201.2 × 150.1", "201 × 150",
        "400px, 300px, 201px × 150px",
    ])
    func `regions are read in the forms in which people and programs write them`(text: String) throws {
        #expect(
            try RegionText.parse(text, current: current, in: size)
                == PixelRect(x: 400, y: 300, width: 201, height: 150))
    }

    @Test(arguments: [
        ("-20, -10, 120 × 60", PixelRect(x: 0, y: 0, width: 100, height: 50)),
        ("900, 700, 5000 × 1e300", PixelRect(x: 900, y: 700, width: 100, height: 100)),
        ("0, 0, 1000 × 800", PixelRect(x: 0, y: 0, width: 1000, height: 800)),
    ])
    func `what lies outside of the image is cut off`(text: String, rect: PixelRect) throws {
        #expect(try RegionText.parse(text, current: current, in: size) == rect)
    }

    @Test(arguments: [
        ("", "Type x, y, width × height, such as 400, 300, 20 × 10."),
        ("1, 2, 3", "Type x, y, width × height, such as 400, 300, 20 × 10."),
        ("1, 2", "Type x, y, width × height, such as 400, 300, 20 × 10."),
        ("a, b, c × d", "Type x, y, width × height, such as 400, 300, 20 × 10."),
        ("inf, nan, 3 × 4", "Type x, y, width × height, such as 400, 300, 20 × 10."),
        ("3x4+5", "Type x, y, width × height, such as 400, 300, 20 × 10."),
        ("1, 2, 0 × 4", "The width and the height are 1 pixel or more."),
        ("1, 2, -3 × 4", "The width and the height are 1 pixel or more."),
        ("1000, 2, 3 × 4", "This is outside of the image, which has 1000×800 pixels."),
        ("-1e300, 2, 3 × 4", "This is outside of the image, which has 1000×800 pixels."),
    ])
    func `anything else is refused with what can be typed`(text: String, fault: String) {
        #expect(throws: RegionText.Fault(description: fault)) {
            try RegionText.parse(text, current: current, in: size)
        }
    }

    @Test func `a region is edited in the form in which it is read`() throws {
        let text = RegionText.editable(current)
        #expect(text == "400, 300, 20 × 10")
        #expect(try RegionText.parse(text, current: PixelRect(x: 0, y: 0, width: 1, height: 1), in: size) == current)
    }

    @Test(
        arguments: [
            (nil, "201×150 px"), (0.01, "201×150 px, 2.01×1.5 mm"), (0.00025, "201×150 px, 50.25×37.5 µm"),
            (100.0, "201×150 px, 20.1×15 m"), (1e6, "201×150 px, 201×150 km"),
        ] as [(Double?, String)])
    func `a size is in pixels, and in one unit for both sides if the resolution is known`(
        millimeters: Double?, text: String
    ) {
        #expect(RegionText.size(PixelSize(width: 201, height: 150), millimetersPerPixel: millimeters) == text)
    }

    @Test func `on a map, a size is that on the ground, whatever the file says of a print`() {
        let map = PixelSize(width: 3600, height: 1800)
        let rect = PixelRect(x: 1750, y: 890, width: 100, height: 20)
        var metadata = DocumentMetadata(format: "TIFF", size: map)
        metadata.millimetersPerPixel = 0.1
        #expect(RegionText.size(of: rect, in: metadata) == "100×20 px, 10×2 mm")
        metadata.calibration = 0.5
        #expect(RegionText.size(of: rect, in: metadata) == "100×20 px, 50×10 mm")
        metadata.place = ImagePlace(
            MapProjection(bounds: GeoBounds(west: -180, south: -90, east: 180, north: 90, crs: .wgs84), size: map))
        // Ten degrees along the equator, and two along a meridian.
        #expect(RegionText.size(of: rect, in: metadata) == "100×20 px, 1113×221.1 km")
        #expect(RegionText.size(of: rect, in: nil) == "100×20 px")
    }
}
