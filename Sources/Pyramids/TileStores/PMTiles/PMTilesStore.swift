internal import Concurrency
public import TilePyramid

/// A pyramid in one file that is made to be read in pieces from a web server: PMTiles version 3
/// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
///
/// Tiles are gathered in files without a name as they come. When all are there, they are copied in the order of their
/// numbers into the file that will be moved into place, so that it is clustered, as the format has it. Each of the files
/// has a stretch of that order and is given up when it has been copied: the room that tiles take in ``finish()`` is
/// about an eighth more than that of the file, if there are a thousand of them or more and of about the same size. Equal
/// tiles are stored once.
///
/// Memory: 4 bytes for each tile of the pyramid, and up to 40 for each different one; while finishing, 16 and 68 more. Up
/// to 1 MB of tiles is not written yet, and they are moved through 128 KB for each of up to four threads.
public final class PMTilesStore: TileStore {
    /// The levels and grids it was created with.
    public let pyramid: Pyramid
    /// Where the file will be.
    public let path: String

    let tileMatrixSet: TileMatrixSet
    let format: TileFormat
    let target: PyramidTarget
    let partial: PartialFile
    private let partitions: PMTilesPartitions
    let state: Locked<State>

    /// What has been stored.
    struct State {
        /// The bytes that each tile has.
        var blobIDs: BlobIDTable
        /// The bytes, until they are in the file itself; those of a stretch in one file.
        var spool: TileBlobStore?
        /// Where they are in the file itself.
        var finalLocations: [TileBlobStore.Location] = []
        var deduplication = DeduplicationStatistics()
    }

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
        target: PyramidTarget = PyramidTarget(container: .pmtiles), options: StoreOptions = StoreOptions()
    ) throws {
        guard PMTilesTileType.number(of: format) != nil else {
            throw StoreError(
                .cannotCreate, path: path,
                "a PMTiles file cannot have \(format.fileExtension) tiles. Choose another --format or --container.")
        }
        tileMatrixSet = try TileMatrixSet(writing: pyramid, georeference: target.georeference, path: path)
        (self.path, self.pyramid, self.format, self.target) = (path, pyramid, format, target)
        partial = try PartialFile(creating: path, options: options)
        partitions = PMTilesPartitions(of: pyramid, tileMatrixSet: tileMatrixSet)
        let spool = try TileBlobStore(partitions: partitions.count, beside: path)
        state = Locked(State(blobIDs: BlobIDTable(of: pyramid), spool: spool))
    }

    /// Never: half a file is not continued.
    public func isFinished(_ index: TileIndex) -> Bool { false }

    /// 0, as nothing is continued.
    public var finishedBytes: Int { 0 }

    /// How many tiles are equal to others, and the bytes this has saved.
    public var deduplication: DeduplicationStatistics { state.withLock { $0.spool?.deduplication ?? $0.deduplication } }

    /// Stores a tile; from any thread.
    ///
    /// - Throws: ``StoreError`` when there is no room.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a PMTiles file has one tile format")
        precondition(bytes.byteCount > 0, "a tile has bytes")
        guard let spool = state.withLock({ $0.spool }) else { preconditionFailure("the file is finished") }
        let partition = partitions.number(of: PMTilesTileID.id(of: tileMatrixSet.tile(index)))
        let number = try bytes.withUnsafeBytes { try spool.store($0, in: partition) }
        state.withLock { $0.blobIDs[index] = number }
    }

    /// Reads a tile, before the file is finished, meanwhile and after.
    ///
    /// - Returns: nil when there is no such tile, or not yet.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        let found = state.withLock { state -> (spool: (any AppendableFile)?, location: TileBlobStore.Location)? in
            guard let number = state.blobIDs[index] else { return nil }
            if let spool = state.spool {
                let location = spool.location(of: number)
                if let file = spool.file(location.file) { return (file, location) }
            }
            return (nil, state.finalLocations[number])
        }
        return try found.map { spool, location in
            let bytes = try spool?.read(location) ?? partial.file.read(location.length, at: location.offset)
            return EncodedTile(bytes: bytes, format: format)
        }
    }

    /// Removes what there is, as half a file cannot be continued.
    public func suspend() throws {
        try partial.remove()
    }

    /// Removes what this run has stored; an older file is not touched.
    public func discard() throws {
        try partial.remove()
    }
}
