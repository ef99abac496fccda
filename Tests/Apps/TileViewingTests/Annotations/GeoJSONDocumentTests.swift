import JSONDocuments
import LayerTree
import TestLimits
import Testing

@testable import TileViewing

@Suite(.timeLimited) struct GeoJSONDocumentTests {
    private func parsed(_ text: String) throws -> GeoJSONDocument { try GeoJSONDocument(parsing: Array(text.utf8)) }

    /// A document with a feature of this geometry and these properties.
    private func feature(_ geometry: String, _ properties: String = "{}") throws -> GeoJSONDocument {
        try parsed(#"{"type":"Feature","geometry":\#(geometry),"properties":\#(properties)}"#)
    }

    private func reread(_ document: GeoJSONDocument) throws -> GeoJSONDocument {
        try parsed(document.text(in: .pixels))
    }

    @Test func `an annotation is written as QuPath reads it`() {
        var document = GeoJSONDocument()
        document.annotations = [
            Annotation(.rectangle, .polygon(Rect(x: 1, y: 2, width: 3, height: 4.5).corners), name: "a \"b\"")
        ]
        #expect(
            document.text(in: .pixels) == """
                {"type":"FeatureCollection","generator":"tileview","features":[
                {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[4,2],[4,6.5],[1,6.5],[1,2]]]},\
                "properties":{"name":"a \\"b\\"","objectType":"annotation"}}
                ]}

                """)
    }

    @Test func `every kind is read as it was written`() throws {
        let corners = [Point(x: 1, y: 1), Point(x: 5, y: 2), Point(x: 3, y: 6.25)]
        var document = GeoJSONDocument()
        document.annotations = Annotation.Kind.allCases.map { kind in
            switch kind {
            case .point, .text: Annotation(kind, .points([corners[0]]), name: "ä")
            case .distance, .line, .angle: Annotation(kind, .line(corners))
            case .area, .polygon: Annotation(kind, .polygon(corners))
            case .rectangle: Annotation(kind, .polygon(Rect(x: 0, y: 0, width: 1, height: 1).corners))
            }
        }
        let read = try reread(document)
        #expect(read.isOwn && read.isOfImage)
        #expect(read.annotations.map(\.kind) == document.annotations.map(\.kind))
        #expect(read.annotations.map(\.shape) == document.annotations.map(\.shape))
        #expect(read.annotations.map(\.name) == document.annotations.map(\.name))
        #expect(try reread(read) == read)
    }

    @Test(arguments: [
        (
            #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#,
            AnnotationShape.points([Point(x: 1, y: 2), Point(x: 3, y: 4)])
        ),
        (
            #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[0,0],[1,1]]]}"#,
            .lines([[Point(x: 1, y: 2), Point(x: 3, y: 4)], [.zero, Point(x: 1, y: 1)]])
        ),
        (
            #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[0,1],[0,0]]],[[[5,5],[6,5],[5,6],[5,5]]]]}"#,
            .polygons([
                [[.zero, Point(x: 1, y: 0), Point(x: 0, y: 1)]],
                [[Point(x: 5, y: 5), Point(x: 6, y: 5), Point(x: 5, y: 6)]],
            ])
        ),
    ])
    func `multiple geometries are shapes, and are written as they were`(geometry: String, shape: AnnotationShape) throws
    {
        let document = try feature(geometry)
        #expect(document.annotations.map(\.shape) == [shape])
        #expect(try reread(document).annotations.map(\.shape) == [shape])
        #expect(
            document.text(in: .pixels).contains(
                geometry.replacing(#"{"type""#, with: #""type""#).dropLast()))
    }

    @Test(
        arguments: [
            (#"{"color":[255,0,51]}"#, Color(red: 1, green: 0, blue: 0.2)),
            (#"{"classification":{"name":"Tumor","color":[0,255,0]}}"#, Color(red: 0, green: 1, blue: 0)),
            (#"{"classification":{"name":"Tumor","colorRGB":-65536}}"#, Color(red: 1, green: 0, blue: 0)),
            (#"{"color":[256,0,0]}"#, nil), (#"{"color":"red"}"#, nil), ("null", nil),
        ] as [(String, Color?)])
    func `the color is that of the annotation, or of its class`(properties: String, color: Color?) throws {
        #expect(try feature(#"{"type":"Point","coordinates":[1,2]}"#, properties).annotations[0].color == color)
    }

    @Test func `what the viewer does not know is kept`() throws {
        let document = try parsed(
            #"""
            {"type":"FeatureCollection","crs":{"a":[1,null]},"features":[
            {"type":"Feature","id":"17","geometry":{"type":"Point","coordinates":[1,2,3],"plane":{"z":1}},
             "properties":{"objectType":"detection","isLocked":true,"measurements":{"x":1}}},
            {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[]},"properties":null},
            {"type":"Other","geometry":null}]}
            """#)
        #expect(document.annotations.map(\.shape) == [.points([Point(x: 1, y: 2)]), .points([]), .points([])])
        #expect(document.opaqueCount == 2 && !document.isOwn && document.isOfImage)
        let text = document.text(in: .pixels)
        for part in [
            #""crs":{"a":[1,null]}"#, #""coordinates":[1,2,3]"#, #""plane":{"z":1}"#, #""id":"17""#,
            #""isLocked":true"#,
            #""measurements":{"x":1}"#, #""objectType":"detection""#,
            #"{"geometry":{"geometries":[],"type":"GeometryCollection"},"properties":null,"type":"Feature"}"#,
            #"{"geometry":null,"type":"Other"}"#,
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func `another shape replaces what the file said of the former one`() throws {
        var document = try feature(#"{"type":"Polygon","coordinates":[[[0,0],[4,0],[0,4],[0,0]]],"isEllipse":true}"#)
        #expect(document.text(in: .pixels).contains("isEllipse"))
        document.annotations[0].reshape(.polygon([.zero, Point(x: 5, y: 0), Point(x: 0, y: 4)]))
        let text = document.text(in: .pixels)
        #expect(!text.contains("isEllipse") && text.contains("[5,0]"))
    }

    @Test func `measures are written in µm where the size of a pixel is known`() {
        var document = GeoJSONDocument()
        document.annotations = [Annotation(.distance, .line([.zero, Point(x: 3, y: 4)]))]
        #expect(document.text(in: .pixels).contains(#""measurements":{"Length px":5}"#))
        #expect(document.text(in: .physical(millimetersPerPixel: 0.5)).contains(#""measurements":{"Length µm":2500}"#))
    }

    @Test func `a map's features are not those of an image`() throws {
        #expect(try !feature(#"{"type":"Point","coordinates":[11.5,48.1]}"#, #"{"name":"Munich"}"#).isOfImage)
    }

    @Test(arguments: [
        "", "[", "3", "{}", #"{"type":"FeatureCollection"}"#, #"{"type":"FeatureCollection","features":[1]}"#,
        #"{"type":"Point","coordinates":[1,2]}"#,
    ])
    func `what is no collection of features is refused`(text: String) {
        #expect(throws: JSONError.self) { try parsed(text) }
    }

    @Test(arguments: [
        #"{"type":"Point","coordinates":[1]}"#, #"{"type":"Point","coordinates":[1e10,0]}"#,
        #"{"type":"Point","coordinates":["1","2"]}"#, #"{"type":"LineString","coordinates":[[1,2]]}"#,
        #"{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}"#, #"{"type":"Polygon","coordinates":[]}"#,
        #"{"type":"MultiPolygon","coordinates":[[[1,2]]]}"#, #"{"coordinates":[1,2]}"#,
    ])
    func `geometries that cannot be shown are kept as they are`(geometry: String) throws {
        let document = try feature(geometry)
        #expect(document.opaqueCount == 1)
        #expect(try reread(document).annotations == document.annotations)
    }

    @Test func `too many features are refused`() {
        let features = [String](repeating: "{}", count: GeoJSONDocument.featureLimit + 1).joined(separator: ",")
        #expect(throws: JSONError.self) { try parsed("[\(features)]") }
    }
}
