import JSONDocuments
import LayerTree
import TestLimits
import Testing
import VectorDrawing

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

    /// A file as QuPath 0.5 exports it: cells with nuclei, classes with one or several names, NaN, ellipses, planes and metadata.
    private static let exportedByQuPath = #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"0b5dba6f-6ae1-44f7-bbb1-5a80b8b7b0a4",
         "geometry":{"type":"Polygon","coordinates":[[[10.25,20],[30,20],[30,40.5],[10.25,20]]]},
         "nucleusGeometry":{"type":"Polygon","coordinates":[[[15,22],[20,22],[20,25],[15,22]]]},
         "properties":{"objectType":"cell","classification":{"names":["Tumor","Positive"],"color":[250,62,62]},
          "measurements":{"Nucleus: Area µm^2":12.5,"Cell: Solidity":NaN,"Ratio":Infinity,"Difference":-Infinity}}},
        {"type":"Feature","id":"2b1f1c9e-3f55-4a3e-8c63-31a3b36aa0c7",
         "geometry":{"type":"Polygon","coordinates":[[[4,0],[8,2],[4,4],[0,2],[4,0]]],"plane":{"c":-1,"z":2,"t":0},
          "isEllipse":true},
         "properties":{"objectType":"annotation","name":"Islet","color":[51,102,255],"isLocked":true,
          "metadata":{"ANNOTATION_DESCRIPTION":"seen twice"},
          "childObjects":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]},"properties":{}}]}},
        {"type":"Feature","id":"77d8ae7c-b60c-4b5e-a2d2-52ff0c5d2ea6",
         "geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},
         "properties":{"objectType":"annotation","classification":{"name":"Stroma","color":[150,200,150]}}},
        {"type":"Feature","id":"PathAnnotationObject","geometry":{"type":"LineString","coordinates":[[0,0],[5,5]]},
         "properties":{"classification":{"name":"Old","colorRGB":-3670016},"color":-16776961,
          "measurements":[{"name":"Length","value":7.07}]}}
        ]}
        """#

    @Test func `a file of QuPath is shown, and comes back unharmed`() throws {
        let document = try parsed(Self.exportedByQuPath)
        #expect(document.opaqueCount == 0 && document.isOfImage && !document.isOwn)
        #expect(document.annotations.map(\.kind) == [.polygon, .polygon, .point, .line])
        #expect(document.annotations.map(\.name) == ["", "Islet", "", ""])
        let colors = [[250, 62, 62], [51, 102, 255], [150, 200, 150], [0, 0, 255]].map { $0.map { Double($0) / 255 } }
        #expect(
            document.annotations.map(\.color) == colors.map { Color(red: $0[0], green: $0[1], blue: $0[2]) })

        // All that was there is there again; only the viewer's mark, and the type of the feature without one, are new.
        let written = try JSONValue(parsing: Array(document.text(in: .pixels).utf8), acceptsNonFinite: true)
        var expected = try JSONValue(parsing: Array(Self.exportedByQuPath.utf8), acceptsNonFinite: true)
        guard case .object(var root) = expected, case .array(var features) = root["features"],
            case .object(var last) = features[3], case .object(var properties) = last["properties"]
        else {
            Issue.record("no features")
            return
        }
        properties["objectType"] = .string("annotation")
        last["properties"] = .object(properties)
        features[3] = .object(last)
        root["features"] = .array(features)
        root["generator"] = .string("tileview")
        expected = .object(root)
        #expect(written == expected)
        let again = try reread(document)
        #expect(again.annotations[0] == document.annotations[0], "a value that is NaN equals itself")
    }

    @Test func `what the viewer writes has what QuPath needs to import it`() throws {
        var document = GeoJSONDocument()
        let corners = [Point(x: 1, y: 1), Point(x: 5, y: 2), Point(x: 3, y: 6.25)]
        document.annotations = [
            Annotation(.area, .polygon(corners), color: Color(red: 1, green: 0, blue: 0.2)),
            Annotation(.text, .points([corners[0]]), name: "note"), Annotation(.distance, .line(corners)),
        ]
        guard case .object(let root) = try JSONValue(parsing: Array(document.text(in: .pixels).utf8)),
            case .array(let features) = root["features"]
        else {
            Issue.record("no features")
            return
        }
        #expect(root["type"] == .string("FeatureCollection") && features.count == 3)
        for feature in features {
            guard case .object(let members) = feature, case .object(let geometry) = members["geometry"],
                case .object(let properties) = members["properties"]
            else {
                Issue.record("no geometry or no properties")
                continue
            }
            // QuPath reads these as strings and objects; null would end the import.
            #expect(members["type"] == .string("Feature") && properties["objectType"] == .string("annotation"))
            #expect(!geometry.values.contains(.null) && !properties.values.contains(.null))
            if case .string("Polygon") = geometry["type"], case .array(let rings) = geometry["coordinates"] {
                guard case .array(let ring) = rings[0] else { continue }
                #expect(ring.count == 4 && ring.first == ring.last, "a ring is closed")
                #expect(properties["color"] == .array([.number(255), .number(0), .number(51)]))
            }
            if let measurements = properties["measurements"] {
                guard case .object(let values) = measurements else {
                    Issue.record("measurements are not an object of numbers")
                    continue
                }
                for value in values.values {
                    guard case .number = value else {
                        Issue.record("a measurement is not a number")
                        continue
                    }
                }
            }
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
    func `what is not a collection of features is refused`(text: String) {
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
