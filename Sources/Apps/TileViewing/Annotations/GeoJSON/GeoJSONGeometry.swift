internal import JSONDocuments
internal import LayerTree
internal import VectorDrawing

/// The geometry of a GeoJSON feature as a shape.
struct GeoJSONGeometry {
    /// The shape.
    let shape: AnnotationShape
    /// Whether the shape holds all numbers of the geometry; a third coordinate is not in it.
    let isExact: Bool

    /// Reads a geometry; nil for one that cannot be shown: of another type, without points, or with points that are not a two
    /// finite numbers in the limits.
    init?(_ geometry: [String: JSONValue]) {
        guard case .string(let type) = geometry["type"], let value = geometry["coordinates"] else { return nil }
        var reader = Reader()
        switch type {
        case "Point":
            guard let point = reader.point(value) else { return nil }
            shape = .points([point])
        case "MultiPoint":
            guard let points = reader.points(value, atLeast: 1) else { return nil }
            shape = .points(points)
        case "LineString":
            guard let line = reader.points(value, atLeast: 2) else { return nil }
            shape = .lines([line])
        case "MultiLineString":
            guard let lines = reader.all(value, { $0.points($1, atLeast: 2) }) else { return nil }
            shape = .lines(lines)
        case "Polygon":
            guard let rings = reader.all(value, { $0.ring($1) }) else { return nil }
            shape = .polygons([rings])
        case "MultiPolygon":
            guard let polygons = reader.all(value, { $0.all($1) { $0.ring($1) } }) else { return nil }
            shape = .polygons(polygons)
        default: return nil
        }
        isExact = reader.isExact
    }

    /// Reads coordinates, and notes what is lost.
    private struct Reader {
        var isExact = true

        mutating func point(_ value: JSONValue) -> Point? {
            guard case .array(let numbers) = value, numbers.count >= 2, case .number(let x) = numbers[0],
                case .number(let y) = numbers[1], abs(x) <= GeoJSONDocument.coordinateLimit,
                abs(y) <= GeoJSONDocument.coordinateLimit
            else { return nil }
            if numbers.count > 2 { isExact = false }
            return Point(x: x, y: y)
        }

        mutating func points(_ value: JSONValue, atLeast count: Int) -> [Point]? {
            guard let points = all(value, { $0.point($1) }), points.count >= count else { return nil }
            return points
        }

        /// A ring without its last point, which repeats the first one; rings that lack it are accepted.
        mutating func ring(_ value: JSONValue) -> [Point]? {
            guard var ring = points(value, atLeast: 3) else { return nil }
            if ring.first == ring.last { ring.removeLast() } else { isExact = false }
            return ring.count >= 3 ? ring : nil
        }

        /// The elements of an array that is not empty; nil if one of them cannot be read.
        mutating func all<Element>(_ value: JSONValue, _ read: (inout Reader, JSONValue) -> Element?) -> [Element]? {
            guard case .array(let values) = value, !values.isEmpty else { return nil }
            var elements: [Element] = []
            elements.reserveCapacity(values.count)
            for value in values {
                guard let element = read(&self, value) else { return nil }
                elements.append(element)
            }
            return elements
        }
    }
}
