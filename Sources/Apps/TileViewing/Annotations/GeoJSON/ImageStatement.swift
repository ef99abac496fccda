internal import Georeferencing
internal import JSONDocuments
internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import VectorDrawing

/// The statement of a file of annotations about its image: the image's name, its size and its scale.
struct ImageStatement: Hashable, Sendable {
    /// The name of the image's file.
    var name: String
    /// The full size of the image in pixels, in which the annotations are.
    var size: PixelSize
    /// The scale of the image when the file was written.
    var scale = AnnotationScale.pixels
    /// Whether the scale is that of a known length that the user has drawn.
    var isCalibrated = false

    /// The most pixels a side that are read.
    private static let sideLimit = 1 << 40
    /// The largest edge of a map, either way: many times around the Earth, in meters.
    private static let edgeLimit = 1e9
    /// The most characters of a name that are read.
    private static let nameLimit = 10_000

    /// Creates the statement about an image.
    init(name: String, size: PixelSize, scale: AnnotationScale = .pixels, isCalibrated: Bool = false) {
        self.name = name
        self.size = size
        self.scale = scale
        self.isCalibrated = isCalibrated
    }

    /// The size of a pixel by a known length, in millimeters; nil for none.
    var calibration: Double? {
        if isCalibrated, case .physical(let millimeters) = scale { millimeters } else { nil }
    }

    /// The projection between pixels and coordinates; nil if the file states no place on the Earth.
    var projection: MapProjection? {
        if case .map(let projection) = scale { projection } else { nil }
    }
}

// MARK: JSON

extension ImageStatement {
    /// The statement as JSON.
    ///
    /// The unit is `px`, `mm` or, on a map, `m` in the middle of the image; a map adds its edges in its own system. A map with
    /// edges that would not be read is stated in pixels.
    var json: JSONValue {
        if let projection, !Self.areRead(projection.bounds.edges) {
            return ImageStatement(name: name, size: size).json
        }
        let (unit, unitsPerPixel) = unitOfLength
        var members: [String: JSONValue] = [
            "image": .string(name), "width": .number(Double(size.width)), "height": .number(Double(size.height)),
            "unit": .string(unit), "unitsPerPixel": .number(unitsPerPixel),
        ]
        if isCalibrated { members["calibrated"] = .bool(true) }
        if let projection {
            members["crs"] = .string(projection.crs.rawValue)
            members["bounds"] = .array(projection.bounds.edges.map { .number($0) })
        }
        return .object(members)
    }

    private var unitOfLength: (name: String, perPixel: Double) {
        switch scale {
        case .pixels: return ("px", 1)
        case .physical(let millimeters): return ("mm", millimeters)
        case .map:
            let x = Double(size.width) / 2
            let y = Double(size.height) / 2
            return ("m", scale.length(of: [Point(x: x - 0.5, y: y), Point(x: x + 0.5, y: y)]))
        }
    }

    /// Reads a statement.
    ///
    /// - Throws: `JSONError` for a statement without a name or a size, or with a scale that no image has.
    init(_ value: JSONValue) throws(JSONError) {
        guard case .object(let members) = value, case .string(let name) = members["image"],
            name.utf8.count <= Self.nameLimit, let width = Self.side(members["width"]),
            let height = Self.side(members["height"])
        else { throw Self.damaged("the name and the size of the image are missing or damaged") }
        self.init(name: name, size: PixelSize(width: width, height: height))
        if case .bool(let isTrue) = members["calibrated"] { isCalibrated = isTrue }
        switch members["unit"] {
        case .string("mm"):
            guard case .number(let millimeters) = members["unitsPerPixel"], millimeters.isFinite, millimeters > 0 else {
                throw Self.damaged("the size of a pixel is not a positive number")
            }
            scale = .physical(millimetersPerPixel: millimeters)
        case .string("m"):
            guard let bounds = Self.bounds(members) else { throw Self.damaged("the edges of the map are damaged") }
            scale = .map(MapProjection(bounds: bounds, size: size))
        default: break
        }
    }

    private static func damaged(_ reason: String) -> JSONError {
        JSONError(at: GeoJSONDocument.statementMember, reason)
    }

    private static func side(_ value: JSONValue?) -> Int? {
        guard case .number(let number) = value else { return nil }
        return CheckedNumber.integer(number, in: 1...sideLimit)
    }

    /// Whether all edges of a map are within the limit.
    private static func areRead(_ edges: [Double]) -> Bool { edges.allSatisfy { abs($0) <= edgeLimit } }

    /// The edges of a map; nil if they are those of no map.
    private static func bounds(_ members: [String: JSONValue]) -> GeoBounds? {
        guard case .string(let name) = members["crs"],
            let crs = GeoBounds.CoordinateReferenceSystem(rawValue: name), case .array(let values) = members["bounds"]
        else { return nil }
        let edges = values.compactMap { value -> Double? in
            if case .number(let number) = value { number } else { nil }
        }
        guard values.count == 4, edges.count == 4, areRead(edges) else { return nil }
        let bounds = GeoBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3], crs: crs)
        return bounds.isValid ? bounds : nil
    }
}
