internal import Concurrency
internal import Georeferencing
public import TilePyramid

/// Writes a PMTiles version 3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
///
/// Tiles are spooled to unnamed files as they arrive. ``finish()`` copies them in the order of tile IDs to the archive,
/// which makes it clustered. There is one spool file per partition of the tile IDs, discarded when it has been copied,
/// so that ``finish()`` takes about an eighth more disk space than the archive, given a thousand or more tiles of
/// similar size. Equal tiles are stored once.
///
/// Memory: 4 bytes per tile of the pyramid, and up to 40 per distinct tile; while finishing, 16 and 68 more. Up to 1 MB
/// of tiles is buffered, and up to four threads copy through 128 KB each.
public final class PMTilesStore: TileStore {
    /// The geometry of the pyramid.
    public let pyramid: Pyramid
    /// The path of the finished file.
    public let path: String

    let tileMatrixSet: TileMatrixSet
    let format: TileFormat
    let target: PyramidTarget
    let partial: PartialFile
    private let partitions: PMTilesPartitions
    let state: Locked<State>

    /// The state shared by the threads.
    struct State {
        /// The blob ID of each tile.
        var blobIDs: BlobIDTable
        /// The blobs, one file per partition, until they are in the archive.
        var spool: TileBlobStore?
        /// The locations of the blobs in the archive.
        var finalLocations: [TileBlobStore.Location] = []
        var deduplication = DeduplicationStatistics()
    }

    /// Creates a file for writing.
    ///
    /// - Parameters:
    ///   - path: the path of the finished file, used verbatim.
    ///   - pyramid: the geometry: levels are halves of each other, and all tiles have the same size.
    ///   - format: the format of every tile.
    ///   - target: the metadata: the name of the image and its georeference.
    ///   - options: whether an existing file is replaced. A run cannot be continued.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    public init(
        creating path: String, pyramid: Pyramid, format: TileFormat,
        target: PyramidTarget = PyramidTarget(.pmtiles), options: StoreOptions = StoreOptions()
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

    /// Always `false`: a partial archive cannot be continued.
    public func isFinished(_ index: TileIndex) -> Bool { false }

    /// Always 0: a partial archive cannot be continued.
    public var finishedBytes: Int { 0 }

    /// The number of duplicate tiles, and the bytes that storing them once has saved.
    public var deduplication: DeduplicationStatistics { state.withLock { $0.spool?.deduplication ?? $0.deduplication } }

    /// Stores a tile; may be called from any thread.
    ///
    /// - Throws: ``StoreError`` when the disk is full.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a PMTiles file has one tile format")
        precondition(bytes.byteCount > 0, "a tile has bytes")
        guard let spool = state.withLock({ $0.spool }) else { preconditionFailure("the file is finished") }
        let partition = partitions.partition(of: PMTilesTileID.id(of: tileMatrixSet.tile(index)))
        let number = try bytes.withUnsafeBytes { try spool.store($0, in: partition) }
        state.withLock { $0.blobIDs[index] = number }
    }

    /// Reads a tile, before, during or after ``finish()``.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet.
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

    /// Removes the partial archive, which cannot be continued.
    public func suspend() throws {
        try partial.remove()
    }

    /// Removes what this run has stored; an older file is not touched.
    public func discard() throws {
        try partial.remove()
    }
}
