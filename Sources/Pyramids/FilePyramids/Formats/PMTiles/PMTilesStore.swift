internal import Compression
internal import Concurrency
internal import Georeferencing
package import TileContainers
package import TilePyramid

/// Writes a PMTiles version 3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
///
/// Tiles are spooled to unnamed files as they arrive. ``finish()`` copies them in the order of tile IDs to the archive,
/// which makes it clustered. There is one spool file per partition of the tile IDs, discarded when it has been copied,
/// so that ``finish()`` takes about an eighth more disk space than the archive, given a thousand or more tiles of
/// similar size. Equal tiles are stored once.
///
/// Memory: 4 bytes per tile of the pyramid, except in parts without any, and up to 40 per distinct tile; while finishing,
/// 16 and 68 more. Up to 1 MB of tiles is buffered, and up to four threads copy through 128 KB each.
package final class PMTilesStore: TileStore, BulkTileStore {
    /// The geometry of the pyramid.
    package let pyramid: Pyramid
    /// The path of the finished file.
    package let path: String

    private let tileMatrixSet: TileMatrixSet
    private let format: TileFormat
    private let target: PyramidTarget
    private let partial: PartialFile
    private let partitions: PMTilesPartitions
    private let state: Locked<State>

    /// The state shared by the threads.
    private struct State {
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
    package init(
        creating path: String, pyramid: Pyramid, format: TileFormat,
        target: PyramidTarget = PyramidTarget(.pmtiles), options: StoreOptions = StoreOptions()
    ) throws {
        guard PMTilesTileType.number(of: format) != nil else {
            throw StoreError(
                .cannotCreate, path: path,
                "a PMTiles file cannot have \(format.fileExtension) tiles. Choose another tile format or container.")
        }
        tileMatrixSet = try TileMatrixSet(writing: pyramid, georeference: target.georeference, path: path)
        self.path = path
        self.pyramid = pyramid
        self.format = format
        self.target = target
        partial = try PartialFile(creating: path, options: options, isWrittenInOrder: true)
        partitions = PMTilesPartitions(of: pyramid, tileMatrixSet: tileMatrixSet)
        let spool = try TileBlobStore(partitions: partitions.count, beside: partial.spoolPath)
        state = Locked(State(blobIDs: BlobIDTable(of: pyramid), spool: spool))
    }

    /// The number of duplicate tiles, and the bytes that storing them once has saved.
    package var deduplication: DeduplicationStatistics {
        state.withLock { $0.spool?.deduplication ?? $0.deduplication }
    }

    /// Stores a tile; may be called from any thread.
    ///
    /// - Throws: ``StoreError`` when the disk is full.
    package func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a PMTiles file has one tile format")
        guard bytes.byteCount > 0 else { throw StoreError.emptyTile(index, path) }
        guard let spool = state.withLock({ $0.spool }) else { preconditionFailure("the file is finished") }
        let partition = partitions.partition(of: PMTilesTileID.id(of: tileMatrixSet.tile(index)))
        let number = try bytes.withUnsafeBytes { try spool.store($0, in: partition) }
        state.withLock { $0.blobIDs[index] = number }
    }

    /// Stores the tiles of a run, whose bytes are copied in ``finish()``.
    package func write(_ run: TileRun) throws {
        precondition(run.format == format, "a PMTiles file has one tile format")
        guard let spool = state.withLock({ $0.spool }) else { preconditionFailure("the file is finished") }
        if let empty = run.tiles.first(where: { $0.length == 0 }) { throw StoreError.emptyTile(empty.index, path) }
        let numbers = try spool.adopt(run)
        state.withLock { state in
            for (tile, number) in zip(run.tiles, numbers) { state.blobIDs[tile.index] = number }
        }
    }

    /// Reorders the tiles, writes the directories and gives the file its final name.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced. The call can be repeated then.
    /// - Complexity: O(n log n) for n tiles; their bytes are copied once.
    package func finish() throws {
        guard let spool = state.withLock({ $0.spool }) else { preconditionFailure("the file is finished") }
        // If the tiles are in place already, an earlier call only failed to rename the file.
        if !spool.isDiscarded {
            try reorderTiles(spool)
        }
        try partial.moveIntoPlace()
        state.withLock { state in
            state.deduplication = spool.deduplication
            state.spool = nil
        }
    }

    private func reorderTiles(_ spool: TileBlobStore) throws {
        let index = spool.withLocations { locations in
            PMTilesDirectoryBuilder(tiles: sortedTiles(), blobCount: spool.count) { locations($0).length }
        }
        let directories = index.directories()
        let metadata = TilesetMetadata(writing: tileMatrixSet, target: target, path: path)
        let json = DeflateCodec.gzip(Array(PMTilesMetadata.json(metadata, format: format).utf8))
        let header = header(index, directories, metadata, metadataLength: json.count)
        try partial.output.write(header.bytes + directories.root + json + directories.leaves, at: 0)
        let sources = spool.withLocations { location in (0..<spool.count).map(location) }
        let targets = locations(for: sources, in: index.order, from: header.tiles.offset)
        // From here on, discarded blobs are read at their final locations.
        state.withLock { $0.finalLocations = targets }
        try spool.moveAll(in: index.order, inParallel: partial.allowsParallelWrites) { positions in
            try copy(index.order[positions], of: spool, from: sources, to: targets)
        }
    }

    /// The existing tiles in the order of tile IDs.
    private func sortedTiles() -> [PMTilesDirectoryBuilder.Tile] {
        let blobIDs = state.withLock { $0.blobIDs }
        var tiles: [PMTilesDirectoryBuilder.Tile] = []
        blobIDs.forEachTile { index, blobID in
            tiles.append(
                PMTilesDirectoryBuilder.Tile(id: PMTilesTileID.id(of: tileMatrixSet.tile(index)), blobID: blobID))
        }
        tiles.sort { $0.id < $1.id }
        return tiles
    }

    private func header(
        _ index: PMTilesDirectoryBuilder, _ directories: PMTilesDirectoryBuilder.Directories,
        _ metadata: TilesetMetadata, metadataLength: Int
    ) -> PMTilesHeader {
        var header = PMTilesHeader()
        header.root = PMTilesHeader.Section(offset: PMTilesHeader.length, length: directories.root.count)
        header.metadata = PMTilesHeader.Section(offset: header.root.end, length: metadataLength)
        header.leaves = PMTilesHeader.Section(offset: header.metadata.end, length: directories.leaves.count)
        header.tiles = PMTilesHeader.Section(offset: header.leaves.end, length: index.byteCount)
        header.addressedTiles = index.tileCount
        header.tileEntries = index.entries.count
        header.tileContents = index.order.count
        header.isClustered = true
        header.tileType = PMTilesTileType.number(of: format) ?? 0
        header.minZoom = metadata.zooms.lowerBound
        header.maxZoom = metadata.zooms.upperBound
        header.bounds = metadata.bounds
        header.centerZoom = metadata.zooms.lowerBound
        (header.centerLongitude, header.centerLatitude) = metadata.center
        return header
    }

    /// The final locations of blobs that are stored one after the other.
    private func locations(
        for sources: [TileBlobStore.Location], in order: [Int], from start: Int
    ) -> [TileBlobStore.Location] {
        var locations = sources
        var end = start
        for number in order {
            locations[number].offset = end
            end += sources[number].length
        }
        return locations
    }

    /// Copies blobs that follow each other in the file.
    private func copy(
        _ blobIDs: ArraySlice<Int>, of spool: TileBlobStore, from sources: [TileBlobStore.Location],
        to targets: [TileBlobStore.Location]
    ) throws {
        guard let first = blobIDs.first else { return }
        let writer = BufferedFileWriter(
            partial.output, from: targets[first].offset, bufferBytes: TileBlobStore.copyBufferBytes)
        for number in blobIDs {
            let source = sources[number]
            guard let file = spool.file(source.file) else { throw StoreError.incompleteReordering(path) }
            try writer.append(source.length) { try file.read(source, from: $1, into: $0) }
        }
        try writer.flush()
    }

    /// Reads a tile, before, during or after ``finish()``.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        let found = state.withLock { state -> (spool: (any ReadableFile)?, location: TileBlobStore.Location)? in
            guard let number = state.blobIDs[index] else { return nil }
            if let spool = state.spool {
                let location = spool.location(of: number)
                if let file = spool.file(location.file) { return (file, location) }
            }
            return (nil, state.finalLocations[number])
        }
        return try found.map { spool, location in
            let bytes = try spool?.read(location) ?? partial.read(location.length, at: location.offset)
            return EncodedTile(bytes: bytes, format: format)
        }
    }

    /// Removes the partial archive, which cannot be continued.
    package func suspend() throws { try discard() }

    /// Removes what this run has stored; an older file is not touched.
    package func discard() throws { try partial.remove() }
}
