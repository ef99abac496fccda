internal import Concurrency
package import FilePyramids
internal import Georeferencing
internal import SQLiteDatabases
package import TileContainers
package import TilePyramid

/// Writes an MBTiles 1.3 file (https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md).
///
/// Tiles are stored in their canonical order, equal ones once. Memory: up to 24 bytes per distinct tile, those that wait
/// for their turn, and ``MBTilesStore/queueLimit``.
package final class MBTilesStore: TileStore {
    /// The most bytes of tiles that wait to be written; a caller with more waits.
    package static let queueLimit = TileDatabaseWriter.queueLimit

    /// The geometry of the pyramid.
    package let pyramid: Pyramid
    /// The path of the finished file.
    package let path: String

    private let tileMatrixSet: TileMatrixSet
    private let format: TileFormat
    private let target: PyramidTarget
    private let partial: PartialFile
    private let writer: TileDatabaseWriter
    private let sequencer: TileSequencer<UInt64>
    /// Reads the finished file; `nil` until then.
    private let finished = Locked<TileDatabase?>(nil)

    /// Creates a file for writing.
    ///
    /// - Parameters:
    ///   - path: the path of the finished file, used verbatim.
    ///   - pyramid: the geometry: levels are halves of each other, and all tiles have the same size.
    ///   - format: the format of every tile.
    ///   - target: the metadata: the name of the image and its georeference.
    ///   - options: whether an existing file is replaced. A run cannot be continued.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package init(
        creating path: String, pyramid: Pyramid, format: TileFormat,
        target: PyramidTarget = PyramidTarget(.mbtiles), options: StoreOptions = StoreOptions()
    ) throws {
        tileMatrixSet = try TileMatrixSet(writing: pyramid, georeference: target.georeference, path: path)
        self.path = path
        self.pyramid = pyramid
        self.format = format
        self.target = target
        partial = try PartialFile(creating: path, options: options)
        let writer = try TileDatabaseWriter(partial.path, schema: MBTilesTileSchema())
        self.writer = writer
        sequencer = TileSequencer(of: pyramid, spoolingBeside: path) { [tileMatrixSet] index, bytes, hash in
            try writer.write(bytes.copy(), hash: hash, at: tileMatrixSet.tile(index).tmsAddress)
        }
    }

    /// The number of duplicate tiles, and the bytes that storing them once has saved.
    package var deduplication: DeduplicationStatistics { writer.deduplication }

    /// Queues a tile for writing, or makes it wait for its turn; may be called from any thread.
    ///
    /// Waits while ``queueLimit`` is exceeded.
    ///
    /// - Throws: ``StoreError`` when this or an earlier tile could not be written.
    package func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "an MBTiles file has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try bytes.withUnsafeBytes { try sequencer.add(index, $0, ByteHash.hash($0)) }
    }

    /// Notes that a tile will not be written, so that later tiles need not wait for it.
    package func skip(_ index: TileIndex) throws { try sequencer.skip(index) }

    /// Reads a tile, before or after ``finish()``.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        if let bytes = try sequencer.read(index) { return EncodedTile(bytes: bytes, format: format) }
        let address = tileMatrixSet.tile(index).tmsAddress
        let bytes = try finished.withLock { $0 }.map { try $0.read(address) } ?? writer.read(address)
        return bytes.map { EncodedTile(bytes: $0, format: format) }
    }

    /// Writes the queued tiles, the metadata and the indexes, and gives the file its final name.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced.
    package func finish() throws {
        try sequencer.flush()
        let metadata = TilesetMetadata(writing: tileMatrixSet, target: target, path: path)
        let matrix = TileMatrix(tileSize: pyramid.tileSize, zoom: tileMatrixSet.zooms.upperBound)
        try writer.finish { connection in
            let insert = try connection.statement("INSERT INTO metadata VALUES (?, ?)")
            for row in MBTilesSchema.rows(metadata, on: matrix, format: format) {
                try insert.run(.text(row.name), .text(row.value))
            }
            try connection.execute(MBTilesSchema.indexes)
        }
        try TileDatabaseWriter.resetChangeCounter(of: partial)
        try partial.moveIntoPlace()
        let database = try TileDatabase(openingMBTiles: path)
        finished.withLock { $0 = database }
    }

    /// Removes the partial database, which cannot be continued.
    package func suspend() throws { try discard() }

    /// Removes what this run has stored; an older file is not touched.
    package func discard() throws {
        writer.stop()
        try partial.remove()
    }
}
