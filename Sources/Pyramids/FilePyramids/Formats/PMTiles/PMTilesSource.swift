package import Georeferencing
internal import ImageCodecs
internal import Concurrency
package import TileContainers
package import TilePyramid

/// A PMTiles version 3 file with raster tiles, opened for reading.
///
/// Opening reads the header, the root directory, the metadata, at most one tile, and the leaf directories that show where
/// tiles exist. Other directories are read when they are needed, and some are cached.
package final class PMTilesSource: PyramidSource {
    /// The geometry; for a map, it covers all tiles that exist, whatever the header says.
    package let pyramid: Pyramid
    /// The path of the file.
    package let path: String
    /// The format of the first tile, or else the format in the header.
    package let format: TileFormat
    /// The metadata by name.
    package let properties: [PyramidProperty]
    /// Whether tiles may be absent, as in maps.
    package let isSparse: Bool
    /// The statements of the header that the tiles contradict.
    package let warnings: [String]
    /// The bounds of a map on the Earth; `nil` for an image that is not georeferenced.
    ///
    /// They are the bounds of its tiles if the bounds in the header leave some out.
    package let georeference: Georeference?

    let archive: PMTilesArchive
    private let tileMatrixSet: TileMatrixSet

    /// Opens a file.
    ///
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    package convenience init(opening path: String) throws { try self.init(OpenFile(reading: path)) }

    /// Opens a file of this computer or of the network.
    package init(_ file: any RandomAccessFile) throws {
        let path = file.path
        self.path = path
        archive = try PMTilesArchive(file)
        let header = archive.header
        let (tileKit, properties) = try PMTilesMetadata.read(try archive.readMetadata(), path: path)
        self.properties = properties.filter { $0.name != TileKitMetadata.crossingKey }
        let named = try PMTilesTileType.format(header.tileType, path: path)
        let first = tileKit == nil || named == nil ? try archive.firstTile() : nil
        guard let format = first.flatMap(TileFormat.init(contents:)) ?? named else {
            throw StoreError(
                .malformed, path: path,
                "it does not name the format of its tiles, nor begin with one in a supported format.")
        }
        self.format = format
        let extent = tileKit == nil ? try archive.extent() : MapExtent()
        var declared = MapCoverage.Declaration(
            minZoom: header.minZoom, maxZoom: header.maxZoom, edges: header.bounds.edges)
        declared.crossing = GeoBounds(
            crossing: properties.first { $0.name == TileKitMetadata.crossingKey }?.value)
        let coverage = MapCoverage(extent, declared: declared)
        tileMatrixSet = try TileMatrixSet(
            tileKit: tileKit, tileRange: coverage.tiles, zooms: coverage.zooms,
            tileSize: { first.flatMap { tile in try? TileDecoder.size(of: tile, name: path) } }, path: path)
        pyramid = tileMatrixSet.pyramid
        isSparse = tileKit == nil
        georeference =
            tileKit == nil ? Georeference(zoom: coverage.zooms.upperBound, untrusted: coverage.bounds) : nil
        var warnings = tileKit == nil ? coverage.warnings : []
        if let named, named != format {
            warnings.append("its header names the format \(named.rawValue), but its tiles are \(format.rawValue).")
        }
        self.warnings = warnings
    }

    /// Reads a tile; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile. Its format is that of its bytes.
    /// - Throws: ``StoreError`` when the tile cannot be read.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index),
            let entry = try archive.entry(of: PMTilesTileID.id(of: tileMatrixSet.tile(index)))
        else { return nil }
        return EncodedTile(bytes: try archive.readTile(entry), usually: format)
    }

    /// Looks up a tile in the directories.
    package func storedTile(_ index: TileIndex) throws -> StoredTile? {
        guard pyramid.contains(index) else { return nil }
        return try archive.entry(of: PMTilesTileID.id(of: tileMatrixSet.tile(index))).map(StoredTile.init)
    }

    /// Calls `body` for every tile in the order of the file; tiles of zooms that no map has are skipped.
    package func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        try forEachPart { ids, storedTile in
            for id in ids {
                if let index = tileMatrixSet.index(of: PMTilesTileID.tile(id)) { try body(index, storedTile) }
            }
        }
    }

    /// Calls `body` for the part of every directory run that is within the bounds.
    package func forEachStoredRun(_ body: (_ first: TileIndex, _ count: Int, StoredTile) throws -> Void) throws {
        try forEachPart { ids, storedTile in
            guard let index = tileMatrixSet.index(of: PMTilesTileID.tile(ids.lowerBound)) else { return }
            try body(index, ids.count, storedTile)
        }
    }

    /// Calls `body` for the tile IDs of every entry that are tiles of the pyramid, in parts that follow each other.
    private func forEachPart(_ body: (Range<Int>, StoredTile) throws -> Void) throws {
        let windows = tileMatrixSet.zooms.flatMap { zoom -> [(zoom: Int, window: TileRange)] in
            let level = pyramid.levels[zoom - tileMatrixSet.coarsestZoom]
            return tileMatrixSet.tileRanges(of: level).map { (zoom, $0) }
        }
        var count = 0
        try archive.forEachEntry { entry in
            let storedTile = StoredTile(entry)
            count += Int(entry.runLength)
            guard archive.header.addressedTiles == 0 || count <= archive.header.addressedTiles else {
                throw archive.damaged("it has more tiles than its header says")
            }
            // Checked: an entry ends after it begins.
            let ids = entry.id..<entry.end
            guard entry.runLength > 1 else {
                if tileMatrixSet.index(of: PMTilesTileID.tile(entry.id)) != nil { try body(ids, storedTile) }
                return
            }
            // A run may extend beyond its zoom, and claim to extend beyond all.
            for (zoom, window) in windows {
                // Checked: zooms have more and more tiles.
                let own = PMTilesTileID.first(of: zoom)..<PMTilesTileID.first(of: zoom + 1)
                guard own.overlaps(ids) else { continue }
                try PMTilesTileID.forEachPart(of: ids.clamped(to: own), zoom: zoom, in: window) {
                    try body($0, storedTile)
                }
            }
        }
    }

    /// Reports header fields that contradict the directories.
    package func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        let header = archive.header
        var tiles = 0
        var entries = 0
        var contents = 0
        var end = 0
        var isClustered = true
        try archive.forEachEntry { entry in
            entries += 1
            tiles += Int(entry.runLength)
            if entry.offset == end {
                contents += 1
                end += Int(entry.length)
            } else if entry.offset > end {
                isClustered = false
            }
        }
        func reportIssue(_ message: String) throws { try report(ValidationIssue(location: "header", message)) }
        if header.isClustered, !isClustered {
            try reportIssue("it claims that the tiles are in order (clustered), but they are not")
        }
        for (name, said, found) in [
            ("tiles", header.addressedTiles, tiles), ("entries", header.tileEntries, entries),
            ("different tiles", header.tileContents, isClustered ? contents : header.tileContents),
        ] where said != 0 && said != found {
            try reportIssue("it says that there are \(said) \(name), and there are \(found)")
        }
        if isClustered, end != header.tiles.length {
            try reportIssue("the section of tiles has \(header.tiles.length) bytes, and its tiles have \(end)")
        }
        if header.root.end > PMTilesHeader.maximumRootEnd {
            try reportIssue("the root directory ends after byte \(PMTilesHeader.maximumRootEnd)")
        }
    }

    /// The file, if it is a PMTiles file of any version.
    static func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .file(let head) = candidate.content, head.starts(with: "PMTiles".utf8) else { return [] }
        return [candidate.path]
    }
}

extension StoredTile {
    init(_ entry: PMTilesDirectory.Entry) {
        self.init(byteCount: Int(entry.length), sharedBlobID: UInt64(entry.offset))
    }
}
