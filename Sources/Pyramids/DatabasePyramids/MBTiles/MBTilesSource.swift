internal import Concurrency
package import FilePyramids
package import Georeferencing
internal import ImageCodecs
internal import JSONDocuments
internal import Numbers
package import TileContainers
package import TilePyramid

/// An MBTiles file with raster tiles, opened for reading.
///
/// Tiles may be in the table `tiles`, or in those of mb-util. Opening reads the metadata, as much of the index as shows
/// where tiles exist, and at most one tile.
package final class MBTilesSource: PyramidSource {
    /// The geometry; for a map, it covers all tiles that exist, whatever the metadata say.
    package let pyramid: Pyramid
    /// The path of the file.
    package let path: String
    /// The format of the tiles; for a file with several formats, the format of the first tile.
    package let format: TileFormat
    /// The metadata in their order.
    package let properties: [PyramidProperty]
    /// Whether tiles may be absent, as in maps.
    package let isSparse: Bool
    /// The bounds of a map on the Earth; `nil` for an image that is not georeferenced.
    ///
    /// They are the bounds of its tiles if the bounds in the metadata leave some out.
    package let georeference: Georeference?

    private let database: TileDatabase
    /// The statements of the metadata that the tiles contradict.
    private let contradictions: [String]
    /// The rows that are not tiles, known once all have been visited.
    private let skippedRows = Locked(SkippedRows())
    private let tileMatrixSet: TileMatrixSet

    /// Opens a file.
    ///
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    package init(opening path: String) throws {
        self.path = path
        let database = try TileDatabase(openingMBTiles: path)
        self.database = database
        let metadata = try database.metadata()
        func value(_ name: String) -> String? { metadata.first { $0.name == name }?.value }
        let sample = try database.anyTile()
        format = try Self.format(named: value("format"), sample: sample, path: path)
        let tileKit = try Self.tileKit(value(TileKitMetadata.key), path: path)
        var declared = MapCoverage.Declaration(
            minZoom: value("minzoom").flatMap { CheckedNumber.integer($0) },
            maxZoom: value("maxzoom").flatMap { CheckedNumber.integer($0) }, bounds: value("bounds"))
        declared.crossing = GeoBounds(crossing: value(TileKitMetadata.crossingKey))
        var extent = MapExtent()
        if tileKit == nil || declared.minZoom == nil || declared.maxZoom == nil {
            extent = try Self.extent(of: database)
            guard extent.zooms != nil || sample == nil else {
                throw StoreError(
                    .malformed, path: path,
                    "the database is damaged: its tiles have zooms, columns or rows that no map has, or that are not numbers."
                )
            }
        }
        let coverage = MapCoverage(extent, declared: declared)
        tileMatrixSet = try TileMatrixSet(
            tileKit: tileKit, tileRange: coverage.tiles, zooms: coverage.zooms,
            tileSize: { sample.flatMap { tile in try? TileDecoder.size(of: tile, name: path) } }, path: path)
        pyramid = tileMatrixSet.pyramid
        isSparse = tileKit == nil
        georeference =
            tileKit == nil ? Georeference(zoom: coverage.zooms.upperBound, untrusted: coverage.bounds) : nil
        var contradictions = tileKit == nil ? coverage.warnings : []
        if sample != nil, let name = value("format"), MBTilesSchema.format(named: name) != format {
            contradictions.append("its metadata name the format \"\(name)\", but its tiles are \(format.rawValue).")
        }
        self.contradictions = contradictions
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

    /// The tiles that exist, with rows counted from the north.
    private static func extent(of database: TileDatabase) throws -> MapExtent {
        let zooms = 0...MapTile.maximumZoom
        let grids = Dictionary(uniqueKeysWithValues: zooms.map { ($0, TileGrid(columns: 1 << $0, rows: 1 << $0)) })
        var extent = MapExtent()
        for (zoom, range) in try database.extent(within: grids).ranges {
            let count = 1 << zoom
            extent.add(
                TileRange(
                    columns: range.columns,
                    // Checked: from a range that was not reversed, with its ends swapped.
                    rows: count - range.rows.upperBound..<count - range.rows.lowerBound), zoom: zoom)
        }
        return extent
    }

    /// The statements of the metadata that the tiles contradict.
    ///
    /// Once all tiles have been visited, the rows that are not tiles follow.
    package var warnings: [String] { contradictions + skippedRows.withLock { $0.warnings } }

    /// Reads a tile; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile. Its format is that of its bytes.
    /// - Throws: ``StoreError`` when the database cannot be read.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try database.read(tileMatrixSet.tile(index).tmsAddress).map { EncodedTile(bytes: $0, usually: format) }
    }

    /// Looks up a tile without reading it.
    package func storedTile(_ index: TileIndex) throws -> StoredTile? {
        pyramid.contains(index) ? try database.storedTile(tileMatrixSet.tile(index).tmsAddress) : nil
    }

    /// Calls `body` for every tile in the order of the table, except those without bytes.
    package func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        var skipped = SkippedRows()
        try database.forEachTile { address, storedTile in
            guard let index = index(address) else {
                skipped.strays += 1
                return
            }
            if skipped.accepts(storedTile) { try body(index, storedTile) }
        }
        skippedRows.withLock { [skipped] in $0 = skipped }
    }

    private func index(_ address: TileAddress) -> TileIndex? {
        let zoom = address.zoom
        let south = address.row
        guard tileMatrixSet.zooms.contains(zoom), south >= 0, south < 1 << zoom, address.column >= 0 else { return nil }
        return tileMatrixSet.index(of: MapTile(zoom: zoom, column: address.column, row: 1 << zoom - 1 - south))
    }

    /// Reports metadata that are missing, and rows of the table that are not tiles of a map.
    package func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        func value(_ name: String) -> String? { properties.first { $0.name == name }?.value }
        for name in ["name", "format"] where value(name) == nil {
            try report(ValidationIssue(location: "metadata", "\(name) is missing."))
        }
        var skipped = SkippedRows()
        try database.forEachTile { address, _ in
            if index(address) == nil { skipped.strays += 1 }
        }
        if skipped.strays > 0 { try report(ValidationIssue(location: "tiles", "\(skipped.strayText).")) }
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
        return claimsToBeMBTiles || (try? TileDatabase(openingMBTiles: candidate.path)) != nil ? [candidate.path] : []
    }
}
