internal import Georeferencing
package import JSONDocuments
internal import Numbers
internal import TileContainers
package import TilePyramid

/// Reads folders of map tiles that are described by a `tiles.json`.
enum TileJSONReader {
    /// Describes the pyramid in a container; `nil` if it has no such descriptor.
    static func read(_ files: any ContainerReader) throws -> LayoutDescription? {
        guard let (bytes, path) = try files.readDescriptor(TileJSON.name) else { return nil }
        do {
            let object = try JSONObject(JSONValue(parsing: bytes))
            guard object.has("tilejson") else { return nil }
            return try describe(object, files, path: path)
        } catch let error as JSONError {
            throw StoreError(.malformed, path: path, "the description of the tiles is damaged: \(error).")
        }
    }

    private static func describe(
        _ object: JSONObject, _ files: any ContainerReader, path: String
    ) throws -> LayoutDescription {
        let template = try object.firstString("tiles")
        let ending = FilePath.fileExtension(of: String(template.prefix { $0 != "?" }))
        if object.has("vector_layers") || VectorTiles.isName(ending) { throw VectorTiles.refusal(path) }
        let isTMS = try object.optionalString("scheme") == "tms"
        guard let scheme = scheme(of: template, isTMS: isTMS), let dot = template.lastIndex(of: "."),
            case let fileExtension = String(template[template.index(after: dot)...]),
            TileFormat(fileExtension: fileExtension) != nil
        else {
            throw StoreError(
                .malformed, path: path,
                "the tile template is \"\(template)\". Only images at {z}/{x}/{y} or {z}/{y}/{x} are supported.")
        }
        var description: LayoutDescription
        if object.has(TileKitMetadata.key) {
            let tileKit = try TileKitMetadata(object.object(TileKitMetadata.key))
            let zooms = try zooms(of: object)
            guard let pyramid = tileKit.pyramid(levelCount: zooms.count) else {
                throw StoreError(
                    .malformed, path: path,
                    "the size, the origin and the zoom levels of the image contradict each other.")
            }
            let tileMatrixSet = TileMatrixSet(
                pyramid: pyramid, coarsestZoom: zooms.upperBound - pyramid.finestLevel.index)
            description = LayoutDescription(
                scheme, tileMatrixSet, fileExtensions: [fileExtension], isGeoreferenced: true)
            description.margin = tileKit.margin
        } else {
            description = try MapTileTree.describe(
                files, scheme: scheme, declared: MapCoverage.Declaration(object), descriptor: path)
        }
        let geometry = ["tilejson", "tiles", "scheme", TileKitMetadata.crossingKey]
        description.properties = object.plainMembers().filter { !geometry.contains($0.name) }
            .map { PyramidProperty($0.name, $0.value) }
        return description
    }

    private static func scheme(of template: String, isTMS: Bool) -> MapTileTree.Scheme? {
        let name = template.split(separator: "/").suffix(3).joined(separator: "/")
        if name.hasPrefix("{z}/{x}/{y}.") { return isTMS ? .tms : .xyz }
        return name.hasPrefix("{z}/{y}/{x}.") && !isTMS ? .google : nil
    }

    private static func zooms(of object: JSONObject) throws -> ClosedRange<Int> {
        let range = 0...MapTile.maximumZoom
        let first = object.has("minzoom") ? try object.integer("minzoom", in: range) : 0
        let last = try object.integer("maxzoom", in: range)
        guard let zooms = CheckedNumber.range(from: first, through: last) else {
            throw JSONError(at: "maxzoom", "\(last) is less than minzoom, which is \(first)")
        }
        return zooms
    }
}

extension TileKitMetadata {
    /// Parses the object.
    ///
    /// - Throws: the first member that is missing or invalid.
    package init(_ object: JSONObject) throws(JSONError) {
        let sides = 1...DeepZoomDescriptor.longestSide
        size = PixelSize(width: try object.integer("width", in: sides), height: try object.integer("height", in: sides))
        tileSize = try object.integer("tileSize", in: sides)
        let offsets = 0...DeepZoomDescriptor.longestSide
        origin = PixelOffset(
            x: object.has("originX") ? try object.integer("originX", in: offsets) : 0,
            y: object.has("originY") ? try object.integer("originY", in: offsets) : 0)
        margin = PixelOffset(
            x: object.has("marginX") ? try object.integer("marginX", in: 0...(size.width - 1)) : 0,
            y: object.has("marginY") ? try object.integer("marginY", in: 0...(size.height - 1)) : 0)
        rounding = object.has("rounding") ? PyramidShape.Rounding(rawValue: try object.string("rounding")) ?? .up : .up
    }

    /// The pyramid of the image, with tiles in `levelCount` levels; `nil` if the members contradict each other.
    package func pyramid(levelCount: Int) -> Pyramid? {
        var shape = PyramidFormat.xyz.shape(rounding: rounding)
        let plain = Pyramid(size: size, tileSize: tileSize, levelCount: levelCount, shape: shape)
        let coarsest = 1 << (plain.levels.count - 1)
        guard levelCount <= plain.levels.count, origin.x.isMultiple(of: coarsest), origin.y.isMultiple(of: coarsest)
        else { return nil }
        shape.origin = origin
        return Pyramid(size: size, tileSize: tileSize, levelCount: levelCount, shape: shape)
    }
}
