internal import ImageCodecs
internal import Concurrency
public import TilePyramid

/// A PMTiles file of version 3 whose tiles are pictures, whoever made it, opened for reading.
///
/// Opening reads the header, the root directory, the metadata and, unless these tell how large tiles are, the header of
/// one tile. Leaf directories are read when a tile in them is wanted, and some are kept.
public final class PMTilesSource: PyramidSource {
    /// The levels and grids; of map tiles, those tiles that lie in the file's bounds.
    public let pyramid: Pyramid
    /// The file.
    public let path: String
    /// What the tiles are.
    public let format: TileFormat
    /// What the metadata says, by name.
    public let properties: [PyramidProperty]
    /// Whether tiles may be absent: of map tiles, any.
    public let isSparse: Bool

    /// Where map tiles lie; nil for a picture by itself.
    public let georeference: Georeference?

    let archive: PMTilesArchive
    let tileMatrixSet: TileMatrixSet

    /// Opens a file.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``StoreError``, naming the path and what is wrong with it.
    public init(opening path: String) throws {
        self.path = path
        archive = try PMTilesArchive(opening: path)
        let header = archive.header
        let (tileKit, properties) = try PMTilesMetadata.read(try archive.readMetadata(), path: path)
        self.properties = properties
        let zooms = header.minZoom...header.maxZoom
        let named = try PMTilesTileType.format(header.tileType, path: path)
        let first = tileKit == nil || named == nil ? try archive.firstTile() : nil
        guard let format = named ?? first.flatMap(TileFormat.init(contents:)) else {
            throw StoreError(.malformed, path: path, "it does not say what its tiles are, and they are no pictures.")
        }
        self.format = format
        tileMatrixSet = try TileMatrixSet(
            tileKit: tileKit, tileRange: header.bounds.tiles(at: zooms.lowerBound), zooms: zooms,
            tileSize: { first.flatMap { tile in try? TileDecoder().decode(tile, name: path) { $0.size } } }, path: path)
        pyramid = tileMatrixSet.pyramid
        isSparse = tileKit == nil
        georeference = tileKit == nil ? Georeference(zoom: zooms.upperBound, header.bounds) : nil
    }

    /// Reads a tile's bytes; from any thread.
    ///
    /// - Returns: nil when there is no such tile.
    /// - Throws: ``StoreError`` when there is one that cannot be read.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index),
            let entry = try archive.entry(of: PMTilesTileID.id(of: tileMatrixSet.tile(index)))
        else { return nil }
        return EncodedTile(bytes: try archive.readTile(entry), format: format)
    }

    /// Whether a tile is there, by the directories.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? {
        guard pyramid.contains(index) else { return nil }
        return try archive.entry(of: PMTilesTileID.id(of: tileMatrixSet.tile(index))).map(StoredTile.init)
    }

    /// Whether a file is a PMTiles file, of any version.
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
