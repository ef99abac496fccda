internal import CheckedNumbers
public import Georeferencing
internal import ImageCodecs
internal import JSONDocuments
public import TilePyramid

/// An MBTiles file with raster tiles, opened for reading.
///
/// Tiles may be in the table `tiles`, or in those of mb-util. Opening reads the metadata and at most one
/// tile.
public final class MBTilesSource: PyramidSource {
    /// The geometry; that of a map covers the tiles within the file's bounds.
    public let pyramid: Pyramid
    /// The path of the file.
    public let path: String
    /// The format of the tiles.
    public let format: TileFormat
    /// The metadata in their order.
    public let properties: [PyramidProperty]
    /// Whether tiles may be absent, as in maps.
    public let isSparse: Bool
    /// The bounds of a map on the Earth; `nil` for an image that is not georeferenced.
    public let georeference: Georeference?

    private let database: MBTilesDatabase
    private let tileMatrixSet: TileMatrixSet

    /// Opens a file.
    ///
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    public init(opening path: String) throws {
        self.path = path
        let database = try MBTilesDatabase(opening: path)
        self.database = database
        let metadata = try database.metadata()
        func value(_ name: String) -> String? { metadata.first { $0.name == name }?.value }
        let sample = try database.anyTile()
        format = try Self.format(named: value("format"), sample: sample, path: path)
        let tileKit = try Self.tileKit(value(TileKitMetadata.key), path: path)
        let zooms = try Self.zooms(value("minzoom"), value("maxzoom"), in: database)
        tileMatrixSet = try TileMatrixSet(
            tileKit: tileKit,
            tileRange: try Self.tileRange(
                value(TileKitMetadata.crossingKey) ?? value("bounds"), zoom: zooms.lowerBound, in: database),
            zooms: zooms,
            tileSize: { sample.flatMap { tile in try? TileDecoder.size(of: tile, name: path) } }, path: path)
        pyramid = tileMatrixSet.pyramid
        isSparse = tileKit == nil
        georeference = tileKit == nil ? Georeference(zoom: zooms.upperBound, untrusted: tileMatrixSet.bounds) : nil
        properties = metadata.filter { ![TileKitMetadata.key, TileKitMetadata.crossingKey].contains($0.name) }
    }

    private static func format(named name: String?, sample: [UInt8]?, path: String) throws -> TileFormat {
        if let name, VectorTiles.isName(name) { throw VectorTiles.refusal(path) }
        if sample?.starts(with: [0x1F, 0x8B]) == true {
            throw StoreError(
                .malformed, path: path,
                "its tiles are compressed with gzip, as vector tiles (MVT) are. Only raster tiles are read.")
        }
        // The bytes of the tiles take precedence over the metadata.
        guard let format = sample.flatMap(TileFormat.init(contents:)) ?? name.flatMap(MBTilesSchema.format) else {
            let named = name.map { "\"\($0)\"" } ?? "which is not named"
            throw StoreError(.malformed, path: path, "the format of its tiles, \(named), is not supported.")
        }
        return format
    }

    private static func tileKit(_ json: String?, path: String) throws -> TileKitMetadata? {
        guard let json else { return nil }
        do throws(JSONError) {
            let value = try JSONValue(parsing: Array(json.utf8))
            return try TileKitMetadata(JSONObject(value, at: TileKitMetadata.key))
        } catch {
            throw StoreError(.malformed, path: path, "its metadata is damaged: \(error).")
        }
    }

    /// The zooms in the metadata, or else those of the tiles.
    private static func zooms(
        _ first: String?, _ last: String?, in database: MBTilesDatabase
    ) throws -> ClosedRange<Int> {
        let known = 0...MapTile.maximumZoom
        if let first = first.flatMap({ CheckedNumber.integer($0, in: known) }),
            let last = last.flatMap({ CheckedNumber.integer($0, in: known) }),
            let zooms = CheckedNumber.range(from: first, through: last)
        {
            return zooms
        }
        guard let (first, last) = try database.zooms() else { return 0...0 }
        guard known.contains(first), known.contains(last) else {
            throw StoreError(
                .malformed, path: database.path,
                "the database is damaged: it has tiles at zoom \(known.contains(first) ? last : first).")
        }
        // Texts and numbers in one column are sorted apart, and a text may be any number.
        guard let zooms = CheckedNumber.range(from: first, through: last) else {
            throw StoreError(
                .malformed, path: database.path, "the database is damaged: some of its zoom_level are not numbers.")
        }
        return zooms
    }

    /// The tiles of the coarsest zoom within the bounds, or else the extent of the existing tiles.
    private static func tileRange(_ text: String?, zoom: Int, in database: MBTilesDatabase) throws -> TileRange {
        let edges = text.map { $0.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) } } ?? []
        if edges.count == 4 {
            let bounds = GeoBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3], crs: .wgs84)
                .unwrapped
            if bounds.isOnEarth || bounds.crossesAntimeridian { return bounds.tiles(at: zoom) }
        }
        let last = 1 << zoom - 1
        guard let (columns, rows) = try database.extent(of: zoom), columns.lowerBound >= 0, rows.lowerBound >= 0,
            columns.upperBound <= last, rows.upperBound <= last
        else { return GeoBounds.webMercatorExtent.tiles(at: zoom) }
        return TileRange(
            // Checked: the last column is at most 2^30.
            columns: columns.lowerBound..<(columns.upperBound + 1),
            // Checked: from a range that was not reversed, with its ends swapped.
            rows: (last - rows.upperBound)..<(last - rows.lowerBound + 1))
    }

    /// Reads a tile; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the database cannot be read.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try database.read(tileMatrixSet.tile(index)).map { EncodedTile(bytes: $0, format: format) }
    }

    /// Looks up a tile without reading it.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? {
        pyramid.contains(index) ? try database.storedTile(tileMatrixSet.tile(index)) : nil
    }

    /// Calls `body` for every tile in the order of the table.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        try database.forEachTile { zoom, column, south, storedTile in
            if let index = index(zoom, column, south) { try body(index, storedTile) }
        }
    }

    private func index(_ zoom: Int, _ column: Int, _ south: Int) -> TileIndex? {
        guard tileMatrixSet.zooms.contains(zoom), south >= 0, south < 1 << zoom, column >= 0 else { return nil }
        return tileMatrixSet.index(of: MapTile(zoom: zoom, column: column, row: 1 << zoom - 1 - south))
    }

    /// Reports metadata that are missing or contradict the tiles, and tiles outside of the pyramid.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        func value(_ name: String) -> String? { properties.first { $0.name == name }?.value }
        for name in ["name", "format"] where value(name) == nil {
            try report(ValidationIssue(location: "metadata", "\(name) is missing."))
        }
        if let name = value("format"), MBTilesSchema.format(named: name) != format {
            try report(
                ValidationIssue(
                    location: "metadata", "format is \"\(name)\", but the tiles are \(format.fileExtension)."))
        }
        if let zooms = try database.zooms() {
            for (name, found) in [("minzoom", zooms.first), ("maxzoom", zooms.last)] {
                guard let said = value(name), said != "\(found)" else { continue }
                try report(ValidationIssue(location: "metadata", "\(name) is \(said), but the tiles have \(found)."))
            }
        }
        var strays = 0
        try database.forEachTile { zoom, column, south, _ in
            if index(zoom, column, south) == nil { strays += 1 }
        }
        if strays > 0 {
            try report(ValidationIssue(location: "tiles", "\(strays) tiles are outside the zooms or the bounds."))
        }
        let missing = try database.missingImages()
        if missing > 0 {
            try report(ValidationIssue(location: "map", "\(missing) tiles have no image."))
        }
    }

    /// The file, if it is a SQLite database that contains tiles.
    static func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .file(let head) = candidate.content, head.starts(with: "SQLite format 3\0".utf8) else { return [] }
        let number = head.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        // A damaged file that claims to be MBTiles is opened for its error message.
        let claimsToBeMBTiles =
            number == MBTilesSchema.applicationID || FilePath.fileExtension(of: candidate.path) == "mbtiles"
        return claimsToBeMBTiles || (try? MBTilesDatabase(opening: candidate.path)) != nil ? [candidate.path] : []
    }
}
