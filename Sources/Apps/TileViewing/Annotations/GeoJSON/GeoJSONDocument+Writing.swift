internal import JSONDocuments
internal import LayerTree
internal import VectorDrawing

extension GeoJSONDocument {
    /// The text of the file, with a feature on each line.
    ///
    /// Members are in alphabetical order, except for the type, which is first, so that equal documents give equal files.
    ///
    /// - Parameter scale: what pixels are in the world, for what is measured.
    /// - Returns: the text, with a newline at the end.
    func text(in scale: AnnotationScale) -> String {
        var head = "{\"type\":\"FeatureCollection\",\"\(Self.generator.name)\":\"\(Self.generator.value)\","
        if let statement { head += "\(JSONText.string(Self.statementMember)):\(statement.json.text)," }
        // The name says who wrote the file last.
        for (name, value) in members.sorted(by: { $0.key < $1.key })
        where name != Self.generator.name && (statement == nil || name != Self.statementMember) {
            head += "\(JSONText.string(name)):\(value.text),"
        }
        let lines = annotations.map { $0.feature(in: scale) }
        return head + "\"features\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
    }
}

extension Annotation {
    /// The feature of the annotation, as JSON.
    fileprivate func feature(in scale: AnnotationScale) -> String {
        guard !extras.isOpaque else { return JSONValue.object(extras.members).text }
        let members = extras.members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }
        return JSONText.object(
            [("type", JSONText.string("Feature"))] + members + [
                ("geometry", extras.geometry?.text ?? geometryText),
                ("properties", JSONValue.object(properties(in: scale)).text),
            ])
    }

    private func properties(in scale: AnnotationScale) -> [String: JSONValue] {
        var properties = extras.properties
        if properties["objectType"] == nil { properties["objectType"] = .string("annotation") }
        if !name.isEmpty {
            properties["name"] = .string(name)
        } else if case .string(let old) = properties["name"], old.count <= GeoJSONDocument.nameLimit {
            properties["name"] = nil
        }
        // The color of the annotation itself counts more than that of its class, in QuPath, too.
        if color != Color(properties: properties) {
            properties["color"] = color.map { color in
                .array([color.red, color.green, color.blue].map { .number(($0 * 255).rounded()) })
            }
        }
        switch kind {
        case .distance, .area, .angle, .text: properties[GeoJSONDocument.kindProperty] = .string(kind.rawValue)
        case .point, .line, .rectangle, .polygon: properties[GeoJSONDocument.kindProperty] = nil
        }
        guard showsMeasure, let measure = AnnotationMeasure(of: shape, kind: kind, in: scale) else { return properties }
        // An array of measurements is that of QuPath up to 0.3.
        if case .array = properties["measurements"] { return properties }
        var measurements: [String: JSONValue] = [:]
        if case .object(let old) = properties["measurements"] { measurements = old }
        // Those in another unit are of a time at which the scale was not known.
        for unit in ["px", "µm", "m"] {
            for name in ["Length \(unit)", "Area \(unit)^2", "Perimeter \(unit)"] { measurements[name] = nil }
        }
        for (name, value) in measure.values(in: scale) {
            measurements[name] = .number(value)
        }
        properties["measurements"] = .object(measurements)
        return properties
    }

    private var geometryText: String {
        func position(_ point: Point) -> String { "[\(JSONText.number(point.x)),\(JSONText.number(point.y))]" }
        func line(_ points: [Point]) -> String { JSONText.array(points.map(position)) }
        func polygon(_ rings: [[Point]]) -> String { JSONText.array(rings.map { line($0 + $0.prefix(1)) }) }
        let (type, coordinates) =
            switch shape {
            case .points(let points) where points.count == 1: ("Point", position(points[0]))
            case .points(let points): ("MultiPoint", line(points))
            case .lines(let lines) where lines.count == 1: ("LineString", line(lines[0]))
            case .lines(let lines): ("MultiLineString", JSONText.array(lines.map(line)))
            case .polygons(let polygons) where polygons.count == 1: ("Polygon", polygon(polygons[0]))
            case .polygons(let polygons): ("MultiPolygon", JSONText.array(polygons.map(polygon)))
            }
        let members = extras.geometryMembers.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }
        return JSONText.object([("type", JSONText.string(type)), ("coordinates", coordinates)] + members)
    }
}

extension AnnotationMeasure {
    /// The measured values by the names that QuPath gives them: in µm if the size of a pixel is known, and in m on a map.
    func values(in scale: AnnotationScale) -> [(name: String, value: Double)] {
        let (unit, factor) =
            switch scale {
            case .pixels: ("px", 1.0)
            case .physical(let millimeters): ("µm", millimeters * 1000)
            case .map: ("m", 1)
            }
        return switch self {
        case .length(let length): [("Length \(unit)", length * factor)]
        case .area(let area, let perimeter):
            [("Area \(unit)^2", area * factor * factor), ("Perimeter \(unit)", perimeter * factor)]
        case .angle(let degrees): [("Angle deg", degrees)]
        }
    }
}

extension JSONValue {
    /// The value as JSON, with members in alphabetical order.
    fileprivate var text: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number) where number.isNaN: "NaN"
        case .number(let number) where number.isInfinite: number < 0 ? "-Infinity" : "Infinity"
        case .number(let number): JSONText.number(number)
        case .integer(let digits): digits
        case .string(let text): JSONText.string(text)
        case .array(let values): JSONText.array(values.map(\.text))
        case .object(let members):
            JSONText.object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) })
        }
    }
}
