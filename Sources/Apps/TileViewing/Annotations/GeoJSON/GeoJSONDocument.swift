internal import JSONDocuments
internal import LayerTree
internal import VectorDrawing

/// The annotations in a GeoJSON file (RFC 7946), in the conventions of QuPath: coordinates are full-size pixels from the upper
/// left corner of the image, and properties have `objectType`, `name`, `classification` and `color`.
struct GeoJSONDocument: Hashable, Sendable {
    /// The annotations, among them features that cannot be shown, which are kept as they are.
    var annotations: [Annotation] = []
    /// The collection's members, except for its type and its features.
    var members: [String: JSONValue] = [:]
    /// Whether the file says that a viewer of this kind has written it.
    var isOwn = false
    /// The statement about the image; nil if the file makes none.
    var statement: ImageStatement?

    /// The member by which a file of the viewer is recognized, and its value; RFC 7946 allows it (section 6.1).
    static let generator = (name: "generator", value: "tileview")
    /// The property that says which kind an annotation is, where its geometry does not.
    static let kindProperty = "tileview"
    /// The member that states the image of a file of the viewer.
    static let statementMember = "tileview"

    /// The largest file that is read: 64 MB.
    static let byteLimit = 64_000_000
    /// The most features of a file.
    static let featureLimit = 200_000
    /// The most points of all features.
    static let vertexLimit = 4_000_000
    /// The largest coordinate that is shown, either way; features beyond it are kept as they are.
    static let coordinateLimit = 1e9
    /// The most characters of a name that are shown and edited.
    static let nameLimit = 1000

    /// Whether the features are those of an image, and not of a map, whose coordinates would be degrees.
    var isOfImage: Bool {
        isOwn || annotations.contains { $0.extras.properties["objectType"] != nil }
    }

    /// The number of features that cannot be shown.
    var opaqueCount: Int { annotations.count { $0.extras.isOpaque } }

    /// Creates an empty document.
    init() {}
}

// MARK: Reading

extension GeoJSONDocument {
    /// Parses a file: a feature collection, one feature, or an array of features.
    ///
    /// - Throws: `JSONError` for what is not JSON or not GeoJSON, or exceeds a limit.
    init(parsing bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= Self.byteLimit else {
            throw JSONError(at: "", "it has \(bytes.count) bytes, and \(Self.byteLimit) are read at most")
        }
        // QuPath writes measurements without a value as NaN.
        try self.init(JSONValue(parsing: bytes, acceptsNonFinite: true))
    }

    private init(_ value: JSONValue) throws(JSONError) {
        let features: [JSONValue]
        switch value {
        case .array(let elements): features = elements
        case .object(var object):
            switch object["type"] {
            case .string("Feature"): features = [value]
            case .string("FeatureCollection"):
                guard case .array(let elements) = object["features"] else {
                    throw JSONError(at: "features", "an array of features is missing")
                }
                features = elements
                object["type"] = nil
                object["features"] = nil
                isOwn = object.removeValue(forKey: Self.generator.name) == .string(Self.generator.value)
                if !isOwn, case .object(let all) = value, let foreign = all[Self.generator.name] {
                    object[Self.generator.name] = foreign
                }
                if isOwn, let stated = object.removeValue(forKey: Self.statementMember) {
                    statement = try ImageStatement(stated)
                }
                members = object
            default: throw JSONError(at: "type", "this is neither a FeatureCollection nor a Feature")
            }
        default: throw JSONError(at: "", "this is neither an object nor an array")
        }
        guard features.count <= Self.featureLimit else {
            throw JSONError(
                at: "features", "there are \(features.count) features, and \(Self.featureLimit) are read at most")
        }
        var vertexCount = 0
        annotations.reserveCapacity(features.count)
        for (number, feature) in features.enumerated() {
            guard case .object(let members) = feature else {
                throw JSONError(at: "features[\(number)]", "a feature is not an object")
            }
            let annotation = Annotation(feature: members)
            // Each feature has fewer points than the file has bytes, so the sum cannot overflow.
            vertexCount += annotation.shape.vertices.count
            guard vertexCount <= Self.vertexLimit else {
                throw JSONError(at: "features[\(number)]", "more than \(Self.vertexLimit) points are not read")
            }
            annotations.append(annotation)
        }
    }
}

extension Annotation {
    /// The annotation of a feature; one that cannot be shown keeps all of it and has no points.
    fileprivate init(feature: [String: JSONValue]) {
        guard case .object(var geometry) = feature["geometry"], let read = GeoJSONGeometry(geometry) else {
            self.init(.point, .points([]))
            extras.members = feature
            extras.isOpaque = true
            return
        }
        var properties: [String: JSONValue] = [:]
        if case .object(let all) = feature["properties"] { properties = all }
        self.init(Kind(read.shape, properties[GeoJSONDocument.kindProperty]), read.shape)
        if case .string(let text) = properties["name"], text.count <= GeoJSONDocument.nameLimit { name = text }
        color = Color(properties: properties)
        extras.members = feature
        extras.members["geometry"] = nil
        extras.members["properties"] = nil
        extras.members["type"] = nil
        extras.properties = properties
        if !read.isExact { extras.geometry = feature["geometry"] }
        geometry["type"] = nil
        geometry["coordinates"] = nil
        extras.geometryMembers = geometry
    }
}

extension Annotation.Kind {
    /// The kind that a property says, if it suits the shape; otherwise that of the shape.
    fileprivate init(_ shape: AnnotationShape, _ property: JSONValue?) {
        var stated: Annotation.Kind?
        if case .string(let name) = property { stated = Annotation.Kind(rawValue: name) }
        switch (shape, stated) {
        case (.points(let points), .text?) where points.count == 1: self = .text
        case (.points, _): self = .point
        case (.lines, .distance?): self = .distance
        case (.lines(let lines), .angle?) where lines.count == 1 && lines[0].count == 3: self = .angle
        case (.lines, _): self = .line
        case (.polygons, .area?): self = .area
        case (.polygons(let polygons), _):
            self = polygons.count == 1 && polygons[0].count == 1 && polygons[0][0].isRectangle ? .rectangle : .polygon
        }
    }
}

extension [Point] {
    /// Whether these are the corners of a rectangle along the axes.
    var isRectangle: Bool {
        guard count == 4 else { return false }
        let isAlong = zip(self, dropFirst() + prefix(1)).map { (x: $0.x == $1.x, y: $0.y == $1.y) }
        return zip(isAlong, isAlong.dropFirst()).allSatisfy { $0.x != $0.y && $1.x != $1.y && $0.x == $1.y }
    }
}

extension Color {
    /// The color of a feature: `color`, or that of its class, as three numbers up to 255 or as a signed number of 32 bits, which
    /// is `colorRGB` in the classes of QuPath up to 0.3.
    init?(properties: [String: JSONValue]) {
        if let color = Color(properties["color"]) ?? Color(packed: properties["color"]) {
            self = color
        } else if case .object(let type) = properties["classification"],
            let color = Color(type["color"]) ?? Color(packed: type["colorRGB"])
        {
            self = color
        } else {
            return nil
        }
    }

    private init?(_ value: JSONValue?) {
        guard case .array(let elements) = value, elements.count == 3 else { return nil }
        let components = elements.compactMap { element -> Double? in
            guard case .number(let number) = element, (0...255).contains(number) else { return nil }
            return number / 255
        }
        guard components.count == 3 else { return nil }
        self.init(red: components[0], green: components[1], blue: components[2])
    }

    private init?(packed value: JSONValue?) {
        guard case .number(let number) = value, let packed = Int32(exactly: number) else { return nil }
        let bits = UInt32(bitPattern: packed)
        func component(_ shift: UInt32) -> Double { Double(bits >> shift & 255) / 255 }
        self.init(red: component(16), green: component(8), blue: component(0))
    }
}
