import Controls
import Georeferencing
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// Tests of measurements on maps.
///
/// The maps are whole worlds of 36000×18000 pixels, a hundredth of a degree each, and of 2^27 pixels a side.
@Suite(.timeLimited) struct AnnotationScaleTests {
    private let degrees = AnnotationScale.map(
        MapProjection(
            bounds: GeoBounds(west: -180, south: -90, east: 180, north: 90, crs: .wgs84),
            size: PixelSize(width: 36_000, height: 18_000)))
    private let webMercator = MapProjection(pyramid: Pyramid(mapTilesOf: 0...19), zoom: 19)

    private func text(_ shape: AnnotationShape, _ kind: Annotation.Kind, _ scale: AnnotationScale) -> String? {
        AnnotationMeasure(of: shape, kind: kind, in: scale)?.text(in: scale)
    }

    private func point(_ latitude: Double, _ longitude: Double) -> Point {
        let (x, y) = webMercator.pixel(at: Coordinate(latitude: latitude, longitude: longitude))
        return Point(x: x, y: y)
    }

    @Test func `a degree of the equator is 111 km, and of the 60th parallel half of it`() {
        let equator = AnnotationShape.line([Point(x: 18_000, y: 9000), Point(x: 18_100, y: 9000)])
        #expect(abs(degrees.length(of: equator.vertices) - 111_319.490793) < 1e-6)
        #expect(text(equator, .distance, degrees) == "111.3 km")
        let parallel = AnnotationShape.line([Point(x: 18_000, y: 3000), Point(x: 18_100, y: 3000)])
        #expect(text(parallel, .line, degrees) == "55.8 km")
    }

    @Test func `the length of a line is the sum of its segments, over the antimeridian, too`() {
        let line = AnnotationShape.line([
            Point(x: 35_900, y: 9000), Point(x: 36_000, y: 9000), Point(x: 36_100, y: 9000), Point(x: 200, y: 9000),
        ])
        #expect(text(line, .distance, degrees) == "334 km")
    }

    @Test func `from Flinders Peak to Buninyong it is 54_97 km at 306_9 degrees on a web map`() {
        let line = AnnotationShape.line([
            point(-(37 + 57 / 60 + 3.7203 / 3600), 144 + 25 / 60 + 29.5244 / 3600),
            point(-(37 + 39 / 60 + 10.1561 / 3600), 143 + 55 / 60 + 35.3839 / 3600),
        ])
        let scale = AnnotationScale.map(webMercator)
        #expect(text(line, .distance, scale) == "54.97 km")
        #expect(scale.placeText(of: line) == "bearing 306.9°")
        #expect(AnnotationScale.pixels.placeText(of: line) == nil)
    }

    @Test func `areas are in square meters, hectares or square kilometers`() {
        func square(_ degrees: Double) -> AnnotationShape {
            .polygon([point(0, 0), point(0, degrees), point(degrees, degrees), point(degrees, 0)])
        }
        let scale = AnnotationScale.map(webMercator)
        #expect(text(square(0.0005), .area, scale) == "3077 m²")
        #expect(text(square(0.005), .area, scale) == "30.77 ha")
        #expect(text(square(1), .area, scale) == "12309 km²")
    }

    @Test func `a polar triangle is an eighth of the Earth, and a hole is not part of it`() {
        let triangle = [Point(x: 18_000, y: 9000), Point(x: 27_000, y: 9000), Point(x: 20_000, y: 0)]
        guard case .area(let area, let perimeter) = AnnotationMeasure(of: .polygon(triangle), kind: .area, in: degrees)
        else {
            Issue.record("no area")
            return
        }
        #expect(abs(area / (510_065_621_724_088.44 / 8) - 1) < 1e-12)
        #expect(abs(perimeter - 30_022_685.630) < 0.002)
        let hole = [Point(x: 20_000, y: 5000), Point(x: 20_100, y: 5000), Point(x: 20_100, y: 5100)]
        let holed = AnnotationMeasure(of: .polygons([[triangle, hole]]), kind: .area, in: degrees)
        guard case .area(let less, _) = holed else {
            Issue.record("no area")
            return
        }
        #expect(abs(area - less - degrees.area(of: hole)) < 1)
    }

    @Test func `an angle is the one on the Earth, and not that of the map`() throws {
        let vertex = Point(x: 18_000, y: 3000)
        let line = AnnotationShape.line([Point(x: 18_000, y: 2999), vertex, Point(x: 18_002, y: 2999)])
        guard case .angle(let angle) = try #require(AnnotationMeasure(of: line, kind: .angle, in: degrees)) else {
            return
        }
        // At 60 degrees a degree of longitude is half of one of latitude, so that the diagonal is almost one of a square.
        #expect(abs(angle - 45) < 0.2)
        #expect(try #require(AnnotationMeasure.degrees(at: vertex, from: line.vertices[0], to: line.vertices[2])) > 63)
    }

    @Test func `a point has its coordinates, also beyond the edges of the map`() {
        #expect(degrees.placeText(of: .points([Point(x: 18_850, y: 4_263.3333)])) == "47.36667° N, 8.50000° E")
        #expect(degrees.placeText(of: .points([Point(x: 36_100, y: -500)])) == "90.00000° N, 179.00000° W")
    }

    @Test func `measures are written in meters, and replace those in pixels`() throws {
        var document = GeoJSONDocument()
        document.annotations = [
            Annotation(.distance, .line([Point(x: 18_000, y: 9000), Point(x: 18_100, y: 9000)]))
        ]
        let read = try GeoJSONDocument(parsing: Array(document.text(in: .pixels).utf8))
        #expect(document.text(in: .pixels).contains(#""measurements":{"Length px":100}"#))
        #expect(read.text(in: degrees).contains(#""measurements":{"Length m":111319.49079"#))
    }

    @Test func `texts are measured again for another shape and another scale`() {
        var texts = MeasureTexts()
        var annotation = Annotation(.distance, .line([.zero, Point(x: 3, y: 4)]))
        #expect(texts.text(of: annotation, id: 1) == "5 px" && texts.text(of: annotation, id: nil) == "5 px")
        annotation.reshape(.line([.zero, Point(x: 6, y: 8)]))
        #expect(texts.text(of: annotation, id: 1) == "10 px")
        texts.scale = .physical(millimetersPerPixel: 1)
        #expect(texts.text(of: annotation, id: 1) == "10 mm")
    }

    @Test func `the scale bar is that of the ground in the middle of the view`() throws {
        var metadata = DocumentMetadata(format: "PMTiles", size: webMercator.size)
        metadata.millimetersPerPixel = 0.25
        #expect(metadata.millimetersPerPixel(at: .zero) == 0.25)
        metadata.place = ImagePlace(webMercator)
        // At zoom 19, the equator has 2^27 pixels.
        let equator = try #require(metadata.millimetersPerPixel(at: point(0, 8)))
        #expect(abs(equator - 1000 * 40_075_016.6856 / Double(1 << 27)) < 1e-5)
        let north = try #require(metadata.millimetersPerPixel(at: point(60, 8)))
        #expect(abs(north / equator - 0.50126) < 1e-5)
    }

    @Test func `the information names the edges of a map and the length of a pixel in its middle`() {
        var metadata = DocumentMetadata(format: "MBTiles", size: PixelSize(width: 36_000, height: 18_000))
        if case .map(let projection) = degrees { metadata.place = ImagePlace(projection) }
        #expect(
            InformationRows(metadata).all.suffix(3).map { "\($0.label): \($0.value)" } == [
                "north-east: 90.00° N 180.00° E", "ground: 1113 m per pixel", "map: EPSG:4326, degrees (WGS 84)",
            ])
    }
}
