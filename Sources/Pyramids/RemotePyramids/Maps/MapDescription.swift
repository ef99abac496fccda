internal import FilePyramids
internal import Georeferencing
internal import JSONDocuments
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// The description of map tiles in a document, whatever its format.
struct MapDescription: Sendable {
    /// The zooms that there are; `nil` if they are not named.
    var zooms: ClosedRange<Int>?
    /// The region in degrees within which there are tiles; `nil` if it is not named.
    var bounds: GeoBounds?
    /// Whether rows are counted from the south; `nil` if that is not said.
    var isTMS: Bool?
    /// The geometry and numbering of an image that is not georeferenced; `nil` for a map.
    var imageMatrixSet: TileMatrixSet?
    /// The columns and rows of background before that image.
    var margin = PixelOffset.zero
    /// The side of a tile; `nil` if that is not said.
    var tileSide: Int?
    /// The file extension or name of the tiles' format; `nil` if that is not said.
    var formatName: String?
    /// The templates of the tiles' addresses.
    var templates: [String] = []
    /// The attribution, which may be HTML.
    var attribution: String?
    /// The name of the map.
    var name: String?
    /// The metadata.
    var properties: [PyramidProperty] = []
}

extension MapDescription {
    /// Parses a TileJSON document, version 2 or 3, or the `metadata.json` beside exported tiles, whose numbers may be
    /// texts.
    ///
    /// - Throws: ``StoreError`` for vector tiles, and for members that contradict each other; `JSONError` for a member
    ///   that is invalid.
    init(tileJSON object: JSONObject, path: String) throws {
        let format = try? object.optionalString("format")
        // Programs that write both kinds of tiles have an empty list for images.
        if object.has("vector_layers"), (try? object.objects("vector_layers"))?.isEmpty != true {
            throw VectorTiles.refusal(path)
        }
        if format.map(VectorTiles.isName) ?? false { throw VectorTiles.refusal(path) }
        if object.has("tiles") { templates = try Self.templates(object) }
        let known = 0...MapTile.maximumZoom
        func zoom(_ name: String) throws -> Int? {
            guard object.has(name) else { return nil }
            if let text = try? object.string(name) { return CheckedNumber.integer(text, in: known) }
            return try object.integer(name, in: known)
        }
        let first = try zoom("minzoom")
        let last = try zoom("maxzoom")
        if first != nil || last != nil {
            guard let range = CheckedNumber.range(from: first ?? 0, through: last ?? max(first ?? 0, 22)) else {
                throw JSONError(at: "maxzoom", "\(last ?? 0) is less than minzoom, which is \(first ?? 0)")
            }
            zooms = range
        }
        bounds = Self.bounds(object)
        isTMS = try object.optionalString("scheme").map { $0 == "tms" }
        if object.has(TileKitMetadata.key), let zooms {
            let tileKit = try TileKitMetadata(object.object(TileKitMetadata.key))
            guard let pyramid = tileKit.pyramid(levelCount: zooms.count), pyramid.finestLevel.index <= zooms.upperBound
            else {
                throw StoreError(
                    .malformed, path: path,
                    "the size, the origin and the zoom levels of the image contradict each other.")
            }
            imageMatrixSet = TileMatrixSet(
                pyramid: pyramid, coarsestZoom: zooms.upperBound - pyramid.finestLevel.index)
            margin = tileKit.margin
        }
        tileSide = try? object.integer("tileSize", in: 1...Self.longestTileSide)
        formatName = format
        attribution = try? object.optionalString("attribution")
        name = try? object.optionalString("name")
        properties = object.plainMembers().filter { !["tilejson", "tiles", "scheme", "attribution"].contains($0.name) }
            .map { PyramidProperty($0.name, $0.value) }
    }

    /// The longest side of a map tile in pixels.
    static let longestTileSide = 4096
    /// The most templates of one document.
    private static let templateLimit = 64

    private static func templates(_ object: JSONObject) throws -> [String] {
        let templates = try object.strings("tiles")
        guard !templates.isEmpty, templates.count <= templateLimit else {
            throw JSONError(at: "tiles", "there are \(templates.count) templates, and 1 to \(templateLimit) are read")
        }
        return templates
    }

    /// The bounds as an array of numbers, or as the text of one.
    private static func bounds(_ object: JSONObject) -> GeoBounds? { GeoBounds(tileJSON: object) }

    /// Reads a JSON document that may be one of these; `nil` if it is none.
    ///
    /// - Throws: ``StoreError`` for what is damaged.
    static func parse(json bytes: [UInt8], path: String) throws -> MapDescription? {
        do {
            let object = try JSONObject(JSONValue(parsing: bytes))
            guard
                object.has("tilejson") || object.has("tiles") || object.has("minzoom") || object.has("maxzoom")
                    || object.has("bounds")
            else { return nil }
            return try MapDescription(tileJSON: object, path: path)
        } catch let error as JSONError {
            throw StoreError(.malformed, path: path, "the description of the tiles is damaged: \(error).")
        }
    }
}
