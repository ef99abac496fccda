package import Georeferencing
internal import Numbers
internal import TileContainers
internal import TilePyramid
internal import XMLDocuments

/// Reads folders of map tiles that are described by a `tilemapresource.xml`.
enum TileMapReader {
    /// Describes the pyramid in a container; `nil` if it has no such descriptor.
    static func read(_ files: any ContainerReader) throws -> LayoutDescription? {
        guard let (bytes, path) = try files.readDescriptor(TileMapResource.name) else { return nil }
        let map = try ParsedTileMap(parsing: bytes, path: path)
        let raster = map.rasterMatrixSet.map {
            LayoutDescription(.tms, $0, fileExtensions: [map.fileExtension], isGeoreferenced: false)
        }
        // The edges are degrees or meters, in either order, as the program had it: the tiles say where they are.
        let isStated = map.sets.allSatisfy { $0.unitsPerPixel > 0 && $0.unitsPerPixel.isFinite }
        let only = map.isInAnotherSystem && isStated && !map.halves ? map.sets.last?.zoom : nil
        let declared = MapCoverage.Declaration(minZoom: only ?? map.sets.first?.zoom, maxZoom: map.sets.last?.zoom)
        var description =
            try raster
            ?? MapTileTree.describe(files, scheme: .tms, declared: declared, descriptor: path, only: only)
        if raster == nil, let only {
            description.warnings.append(
                "its units-per-pixel are not halved from each zoom to the next, so that only its finest zoom, \(only), is used."
            )
        }
        description.properties = map.properties
        if map.isInAnotherSystem {
            description.georeference = nil
            description.place = try map.place(of: description, in: files, path: path)
        }
        return description
    }
}

/// The contents of a `tilemapresource.xml`.
package struct ParsedTileMap {
    /// The side of a tile in pixels.
    package let tileSize: Int
    /// The file extension of the tiles.
    package let fileExtension: String
    /// The name of the map; `nil` if there is none.
    package let title: String?
    /// The sets of tiles of one zoom each, the coarsest first.
    package let sets: [TileSet]
    package let profile: String
    /// The name of the coordinate reference system, such as `EPSG:3857`; empty for none.
    package let srs: String
    /// The map coordinates of the lower left corner of tile 0/0, or, as GDAL writes it, of the image.
    package let origin: (x: Double, y: Double)?
    /// The left, bottom, right and top edge in map units.
    package let boundingBox: [Double]?
    /// The size of the image, if TileKit wrote the file.
    private let tileKitSize: PixelSize?
    private let rounding: PyramidShape.Rounding
    /// The metadata beyond the geometry.
    package let properties: [PyramidProperty]

    /// The tiles of one zoom.
    package struct TileSet {
        package var zoom: Int
        /// The map units per pixel; 0 if they are not said.
        package var unitsPerPixel: Double
        /// The folder of the tiles: a reference, relative to the file or not.
        package var href: String
    }

    /// Parses a file of any program.
    package init(parsing bytes: [UInt8], path: String) throws {
        func damaged(_ what: String) -> StoreError {
            StoreError(.malformed, path: path, "the description of the tiles is damaged: \(what).")
        }
        let root = try XMLElement(descriptor: bytes, path: path) { damaged($0).message }
        guard root.name == "TileMap" else { throw damaged("it describes \"\(root.name)\", not a TileMap") }
        let sides = 1...(1 << 16)
        guard let format = root.child("TileFormat"),
            let width = format.attributes["width"].flatMap({ CheckedNumber.integer($0, in: sides) }),
            format.attributes["height"] == format.attributes["width"]
        else { throw damaged("its TileFormat does not give the size of square tiles") }
        guard let tileExtension = format.attributes["extension"], TileFormat(fileExtension: tileExtension) != nil else {
            throw damaged("the format of its tiles is not supported")
        }
        let tileSets = root.child("TileSets")
        sets = (tileSets?.children ?? []).compactMap { set in
            let hrefZoom = set.attributes["href"]?.split(separator: "/").last.flatMap { NumericFileName.number($0) }
            let zoom = hrefZoom ?? set.attributes["order"].flatMap { NumericFileName.number($0) }
            guard let zoom, zoom <= MapTile.maximumZoom else { return nil }
            let unitsPerPixel = set.attributes["units-per-pixel"].flatMap(Double.init) ?? 0
            return TileSet(zoom: zoom, unitsPerPixel: unitsPerPixel, href: set.attributes["href"] ?? "\(zoom)")
        }.sorted { $0.zoom < $1.zoom }
        tileSize = width
        fileExtension = tileExtension
        profile = tileSets?.attributes["profile"] ?? ""
        title = (root.child("Title")?.text).flatMap(PlainText.text(ofHTML:))
        srs = Self.system(root.child("SRS")?.text ?? "")
        let numbers = ["x", "y"].compactMap { root.child("Origin")?.attributes[$0].flatMap(Double.init) }
        origin = numbers.count == 2 && numbers.allSatisfy(\.isFinite) ? (numbers[0], numbers[1]) : nil
        let edges = ["minx", "miny", "maxx", "maxy"].compactMap {
            root.child("BoundingBox")?.attributes[$0].flatMap(Double.init)
        }
        boundingBox = edges.count == 4 && edges.allSatisfy(\.isFinite) ? edges : nil
        let prefix = TileMapResource.tileKitPrefix
        let own = ["width", "height"].compactMap { name in
            root.attributes["\(prefix):\(name)"].flatMap {
                CheckedNumber.integer($0, in: 1...CheckedNumber.longestSide)
            }
        }
        tileKitSize = own.count == 2 ? PixelSize(width: own[0], height: own[1]) : nil
        rounding = root.attributes["\(prefix):rounding"].flatMap(PyramidShape.Rounding.init) ?? .up
        properties =
            (srs.isEmpty ? [] : [PyramidProperty("SRS", srs)])
            + (profile.isEmpty ? [] : [PyramidProperty("profile", profile)])
            + (boundingBox.map { [PyramidProperty("BoundingBox", $0.map { "\($0)" }.joined(separator: ","))] } ?? [])
    }

    /// The name of a system without white space, or well-known text as it is.
    private static func system(_ text: String) -> String {
        guard text.contains("[") else { return text.filter { !$0.isWhitespace } }
        let start = text.drop(while: \.isWhitespace)
        return String(start.dropLast(start.reversed().prefix(while: \.isWhitespace).count))
    }

    /// Whether this library wrote the file for an image that is not georeferenced.
    var isTileKitImage: Bool { tileKitSize != nil }

    /// The numbering of an image with the profile "raster"; `nil` for maps, and if the sizes contradict each other.
    package var rasterMatrixSet: TileMatrixSet? {
        guard profile == "raster", let first = sets.first, let last = sets.last else { return nil }
        let levelCount = last.zoom - first.zoom + 1
        if let tileKitSize {
            let tileKit = TileKitMetadata(size: tileKitSize, tileSize: tileSize, origin: .zero, rounding: rounding)
            return tileKit.pyramid(levelCount: levelCount).map {
                TileMatrixSet(pyramid: $0, coarsestZoom: last.zoom - $0.finestLevel.index)
            }
        }
        guard let boundingBox, last.unitsPerPixel > 0 else { return nil }
        let lengths = [
            (boundingBox[2] - boundingBox[0]) / last.unitsPerPixel,
            (boundingBox[3] - boundingBox[1]) / last.unitsPerPixel,
        ]
        let sides = lengths.filter { abs($0 - $0.rounded()) < 0.001 }.compactMap {
            CheckedNumber.integer($0.rounded(), in: 1...CheckedNumber.longestSide)
        }
        guard sides.count == 2 else { return nil }
        let size = PixelSize(width: sides[0], height: sides[1])
        return TileMatrixSet(
            pyramid: Pyramid(levels: shapes(of: size, levelCount: levelCount), padsTiles: true),
            coarsestZoom: first.zoom)
    }

    /// The levels as gdal2tiles makes them.
    ///
    /// Tiles are counted from the bottom left corner of the image, so that the top row is only partly filled. Level
    /// sizes are rounded down.
    private func shapes(of size: PixelSize, levelCount: Int) -> [LevelShape] {
        (0..<levelCount).reversed().map { step in
            func length(_ side: Int) -> Int { max(1, side >> step) }
            let level = PixelSize(width: length(size.width), height: length(size.height))
            return LevelShape(
                size: level, tileSize: PixelSize(width: tileSize, height: tileSize), downsample: Double(1 << step),
                origin: PixelOffset(x: 0, y: (tileSize - level.height % tileSize) % tileSize))
        }
    }
}
