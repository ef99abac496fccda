internal import JSONDocuments
internal import TilePyramid

/// Reads a folder of map tiles that a `tiles.json` describes.
enum TileJSONReader {
    /// The pyramid among some files; nil when there is no such descriptor.
    static func read(_ files: any NamedFiles) throws -> LayoutDescription? {
        guard let bytes = try files.readDescriptor(TileJSON.name) else { return nil }
        let path = "\(files.path)/\(TileJSON.name)"
        do {
            let object = try JSONObject(JSONValue(parsing: bytes))
            guard object.has("tilejson") else { return nil }
            return try describe(object, files, path: path)
        } catch let error as JSONError {
            throw StoreError(.malformed, path: path, "the description of the tiles is damaged: \(error).")
        }
    }

    private static func describe(
        _ object: JSONObject, _ files: any NamedFiles, path: String
    ) throws -> LayoutDescription {
        let template = try object.firstString("tiles")
        let isTMS = try object.optionalString("scheme") == "tms"
        guard let order = order(of: template, isTMS: isTMS), let dot = template.lastIndex(of: "."),
            case let ending = String(template[template.index(after: dot)...]),
            TileFormat(fileExtension: ending) != nil
        else {
            throw StoreError(
                .malformed, path: path,
                "its tiles are called \"\(template)\". Only pictures called {z}/{x}/{y} or {z}/{y}/{x} are read here.")
        }
        var description: LayoutDescription
        if object.has(PictureMembers.key) {
            let picture = try PictureMembers(object.object(PictureMembers.key))
            let zooms = try zooms(of: object)
            guard let pyramid = picture.pyramid(levelCount: zooms.count) else {
                throw StoreError(
                    .malformed, path: path, "the size, the place and the zooms of the picture do not fit together.")
            }
            let numbers = ZoomNumbers(pyramid: pyramid, coarsestZoom: zooms.upperBound - pyramid.finestLevel.index)
            description = LayoutDescription(order, numbers, fileExtension: ending, isOnWorld: true)
            description.margin = picture.margin
        } else if let tree = try NumberTree(of: files) {
            description = try tree.describe(files, order: order)
        } else {
            throw StoreError(
                .unreadable, path: path, "there are no tiles beside it, in folders called by their zooms.")
        }
        description.properties = object.plainMembers().filter { !["tilejson", "tiles", "scheme"].contains($0.name) }
            .map { PyramidProperty($0.name, $0.value) }
        return description
    }

    private static func order(of template: String, isTMS: Bool) -> NumberTree.Order? {
        let name = template.split(separator: "/").suffix(3).joined(separator: "/")
        if name.hasPrefix("{z}/{x}/{y}.") { return isTMS ? .tms : .xyz }
        return name.hasPrefix("{z}/{y}/{x}.") && !isTMS ? .google : nil
    }

    private static func zooms(of object: JSONObject) throws -> ClosedRange<Int> {
        let range = 0...NumberTree.finestZoom
        let first = object.has("minzoom") ? try object.integer("minzoom", in: range) : 0
        return first...(try object.integer("maxzoom", in: first...NumberTree.finestZoom))
    }
}

extension PictureMembers {
    /// Reads the object.
    ///
    /// - Throws: what is wrong with it.
    init(_ object: JSONObject) throws(JSONError) {
        let sides = 1...DeepZoomDescriptor.longestSide
        size = PixelSize(width: try object.integer("width", in: sides), height: try object.integer("height", in: sides))
        tileSize = try object.integer("tileSize", in: sides)
        let places = 0...DeepZoomDescriptor.longestSide
        origin = PixelOffset(
            x: object.has("originX") ? try object.integer("originX", in: places) : 0,
            y: object.has("originY") ? try object.integer("originY", in: places) : 0)
        margin = PixelOffset(
            x: object.has("marginX") ? try object.integer("marginX", in: 0...(size.width - 1)) : 0,
            y: object.has("marginY") ? try object.integer("marginY", in: 0...(size.height - 1)) : 0)
        rounding = object.has("rounding") ? PyramidShape.Rounding(rawValue: try object.string("rounding")) ?? .up : .up
    }

    /// The pyramid of the picture, of which so many levels have tiles; nil when that cannot be.
    func pyramid(levelCount: Int) -> Pyramid? {
        var shape = PyramidLayout.xyz.shape(rounding: rounding)
        let plain = Pyramid(size: size, tileSize: tileSize, levelCount: levelCount, shape: shape)
        let coarsest = 1 << (plain.levels.count - 1)
        guard levelCount <= plain.levels.count, origin.x.isMultiple(of: coarsest), origin.y.isMultiple(of: coarsest)
        else { return nil }
        shape.origin = origin
        return Pyramid(size: size, tileSize: tileSize, levelCount: levelCount, shape: shape)
    }
}
