internal import Concurrency
public import TilePyramid

/// A pyramid in a SQLite database as map programs read it: MBTiles 1.3
/// (https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md).
///
/// Equal tiles are stored once. Memory: up to 24 bytes for each different tile, and ``MBTilesStore/queueLimit``.
public final class MBTilesStore: TileStore {
    /// The most bytes of tiles that wait to be written; whoever has more waits.
    public static let queueLimit = MBTilesWriter.queueLimit

    /// The levels and grids it was created with.
    public let pyramid: Pyramid
    /// Where the file will be.
    public let path: String

    private let tileMatrixSet: TileMatrixSet
    private let format: TileFormat
    private let target: PyramidTarget
    private let partial: PartialFile
    private let writer: MBTilesWriter
    /// Reads the file when it is finished.
    private let finished = Locked<MBTilesDatabase?>(nil)

    /// Creates a file for writing.
    ///
    /// - Parameters:
    ///   - path: the file's path, as it stands.
    ///   - pyramid: the geometry: levels that are halves of each other, tiles that are all of one size.
    ///   - format: the format of every tile.
    ///   - target: what the file says about the picture: its name, and where it is on the world.
    ///   - options: whether a file that is there is replaced. A run cannot be continued.
    /// - Throws: ``StoreError``, naming the path and what to do.
    public init(
        creating path: String, pyramid: Pyramid, format: TileFormat,
        target: PyramidTarget = PyramidTarget(container: .mbtiles), options: StoreOptions = StoreOptions()
    ) throws {
        tileMatrixSet = try TileMatrixSet(writing: pyramid, georeference: target.georeference, path: path)
        (self.path, self.pyramid, self.format, self.target) = (path, pyramid, format, target)
        partial = try PartialFile(creating: path, options: options)
        writer = try MBTilesWriter(partial.path)
    }

    /// Never: half a database is not continued.
    public func isFinished(_ index: TileIndex) -> Bool { false }

    /// 0, as nothing is continued.
    public var finishedBytes: Int { 0 }

    /// How many tiles are equal to others, and the bytes this has saved.
    public var deduplication: DeduplicationStatistics { writer.deduplication }

    /// Hands a tile over to be written; from any thread.
    ///
    /// Waits while too much is not written yet.
    ///
    /// - Throws: ``StoreError`` when this or an earlier tile could not be written.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "an MBTiles file has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try bytes.withUnsafeBytes { try writer.write($0, at: tileMatrixSet.tile(index)) }
    }

    /// Reads a tile, before the file is finished and after.
    ///
    /// - Returns: nil when there is no such tile, or not yet.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        let mapTile = tileMatrixSet.tile(index)
        let bytes = try finished.withLock { $0 }.map { try $0.read(mapTile) } ?? writer.read(mapTile)
        return bytes.map { EncodedTile(bytes: $0, format: format) }
    }

    /// Writes what waits, the metadata and the indexes, and gives the file its name.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file of that name has come meanwhile and is
    ///   not to be replaced.
    public func finish() throws {
        let metadata = TilesetMetadata(writing: tileMatrixSet, target: target, path: path)
        try writer.finish(MBTilesSchema.rows(metadata, format: format))
        try partial.moveIntoPlace()
        let database = try MBTilesDatabase(opening: path)
        finished.withLock { $0 = database }
    }

    /// Removes what there is, as half a database cannot be continued.
    public func suspend() throws {
        try discard()
    }

    /// Removes what this run has stored; an older file is not touched.
    public func discard() throws {
        writer.stop()
        try partial.remove()
    }
}
