import Georeferencing
import JSONDocuments
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// Tests of what a file of annotations says about its image.
@Suite(.timeLimited) struct ImageStatementTests {
    private let size = PixelSize(width: 1000, height: 800)

    private func document(_ statement: ImageStatement) -> GeoJSONDocument {
        var document = GeoJSONDocument()
        document.statement = statement
        return document
    }

    @Test func `a file states the name, the size and the scale of its image`() throws {
        let text = document(ImageStatement(name: "a.png", size: size)).text(in: .pixels)
        #expect(
            text.hasPrefix(
                #"{"type":"FeatureCollection","generator":"tileview","tileview":{"height":800,"image":"a.png","unit":"px","#
                    + #""unitsPerPixel":1,"width":1000},"features":["#))
    }

    @Test func `a statement is read as it was written`() throws {
        let map = AnnotationScale.map(
            MapProjection(bounds: GeoBounds(west: 10, south: 50, east: 20, north: 58, crs: .wgs84), size: size))
        for scale in [.pixels, .physical(millimetersPerPixel: 0.00025), map] as [AnnotationScale] {
            let statement = ImageStatement(name: "a \"b\".tif", size: size, scale: scale)
            let text = document(statement).text(in: scale)
            let read = try GeoJSONDocument(parsing: Array(text.utf8))
            #expect(read.statement == statement && read.isOwn && read.members.isEmpty)
            #expect(read.text(in: scale) == text)
        }
        let calibrated = ImageStatement(
            name: "a", size: size, scale: .physical(millimetersPerPixel: 2), isCalibrated: true)
        let read = try GeoJSONDocument(parsing: Array(document(calibrated).text(in: calibrated.scale).utf8))
        #expect(read.statement?.calibration == 2)
        #expect(ImageStatement(name: "a", size: size, scale: .physical(millimetersPerPixel: 2)).calibration == nil)
    }

    @Test func `a map with edges that no file may have is stated in pixels, so that the file can be read again`() throws
    {
        let bounds = GeoBounds(west: 0, south: 0, east: 1e12, north: 1e12, crs: .webMercator)
        let map = AnnotationScale.map(MapProjection(bounds: bounds, size: size))
        let text = document(ImageStatement(name: "a.tif", size: size, scale: map)).text(in: map)
        let read = try GeoJSONDocument(parsing: Array(text.utf8))
        #expect(read.statement == ImageStatement(name: "a.tif", size: size))
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"{"image":"a","width":0,"height":3}"#, #"{"image":"a","width":2.5,"height":3}"#,
        #"{"image":"a","width":1e300,"height":3}"#, #"{"image":3,"width":2,"height":3}"#,
        #"{"image":"a","width":2,"height":3,"unit":"mm"}"#,
        #"{"image":"a","width":2,"height":3,"unit":"mm","unitsPerPixel":-1}"#,
        #"{"image":"a","width":2,"height":3,"unit":"m"}"#,
        #"{"image":"a","width":2,"height":3,"unit":"m","crs":"EPSG:4326","bounds":[1,2,0,3]}"#,
        #"{"image":"a","width":2,"height":3,"unit":"m","crs":"EPSG:4326","bounds":[0,0,1e300,3]}"#,
        #"{"image":"a","width":2,"height":3,"unit":"m","crs":"EPSG:2056","bounds":[0,0,1,1]}"#,
    ])
    func `a damaged statement is an error, so that the file is not overwritten`(statement: String) {
        let text = #"{"type":"FeatureCollection","generator":"tileview","tileview":\#(statement),"features":[]}"#
        #expect(throws: JSONError.self) { try GeoJSONDocument(parsing: Array(text.utf8)) }
    }

    @Test func `the member of another program is its own, and kept`() throws {
        let text = #"{"type":"FeatureCollection","tileview":3,"features":[]}"#
        let read = try GeoJSONDocument(parsing: Array(text.utf8))
        #expect(read.statement == nil && read.members == ["tileview": .number(3)])
        #expect(read.text(in: .pixels).contains(#""tileview":3"#))
    }

    // MARK: Coordinates

    private func projection(_ west: Double, _ width: Int) -> MapProjection {
        MapProjection(
            bounds: GeoBounds(west: west, south: 50, east: west + 10, north: 58, crs: .wgs84),
            size: PixelSize(width: width, height: width * 4 / 5))
    }

    @Test func `annotations of a map have the same coordinates on another one`() throws {
        var own = document(ImageStatement(name: "a.tif", size: size, scale: .map(projection(10, 1000))))
        own.annotations = [Annotation(.distance, .line([Point(x: 500, y: 400), Point(x: 600, y: 400)]), name: "a")]
        let other = try own.annotations(on: projection(12, 2000), path: "a")
        // 15° and 16° E are 3 and 4 of 10 degrees from the west edge.
        #expect(other.map(\.name) == ["a"] && other[0].kind == .distance)
        let points = other[0].shape.vertices
        #expect(points.count == 2)
        for (point, x) in zip(points, [600.0, 800]) {
            #expect(abs(point.x - x) < 1e-6 && abs(point.y - 800) < 1e-6)
        }
    }

    @Test func `the features of other files are degrees, and what is infinitely far is left out`() throws {
        func feature(_ position: String) -> String {
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(position)},"properties":{"name":"x"}}"#
        }
        let text = #"{"type":"FeatureCollection","features":[\#(feature("[15,54]")),\#(feature("[1e9,54]"))]}"#
        let read = try GeoJSONDocument(parsing: Array(text.utf8))
        let shown = try read.annotations(on: projection(10, 1000), path: "a")
        #expect(shown.map(\.name) == ["x"])
        let point = try #require(shown.first?.shape.vertices.first)
        #expect(abs(point.x - 500) < 1e-6 && abs(point.y - 400) < 1e-6)
    }

    @Test func `a file that says nothing of coordinates is refused`() throws {
        var own = document(ImageStatement(name: "a.png", size: size))
        #expect(throws: AnnotationFileError.self) { try own.annotations(on: projection(10, 1000), path: "a") }
        own.statement = nil
        own.isOwn = true
        #expect(throws: AnnotationFileError.self) { try own.annotations(on: projection(10, 1000), path: "a") }
    }
}
