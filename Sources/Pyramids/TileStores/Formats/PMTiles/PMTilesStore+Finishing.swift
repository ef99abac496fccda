internal import Compression
internal import Concurrency
internal import Georeferencing
internal import TilePyramid

extension PMTilesStore {
    /// Reorders the tiles, writes the directories and gives the file its final name.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced. The call can be repeated then.
    /// - Complexity: O(n log n) for n tiles; their bytes are copied once.
    public func finish() throws {
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
        try partial.file.write(header.bytes + directories.root + json + directories.leaves, at: 0)
        let sources = spool.withLocations { location in (0..<spool.count).map(location) }
        let targets = locations(for: sources, in: index.order, from: header.tiles.offset)
        // From here on, discarded blobs are read at their final locations.
        state.withLock { $0.finalLocations = targets }
        try spool.moveAll(in: index.order) { positions in
            try copy(index.order[positions], of: spool, from: sources, to: targets)
        }
    }

    /// The existing tiles in the order of tile IDs.
    private func sortedTiles() -> [PMTilesDirectoryBuilder.Tile] {
        let blobIDs = state.withLock { $0.blobIDs }
        var tiles: [PMTilesDirectoryBuilder.Tile] = []
        tiles.reserveCapacity(blobIDs.count)
        for (tileNumber, index) in pyramid.indices.enumerated() {
            guard let blobID = blobIDs[tileNumber] else { continue }
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
        (header.minZoom, header.maxZoom) = (metadata.zooms.lowerBound, metadata.zooms.upperBound)
        header.bounds = metadata.bounds
        header.centerZoom = metadata.zooms.lowerBound
        (header.centerLongitude, header.centerLatitude) = metadata.bounds.center
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
            partial.file, from: targets[first].offset, bufferBytes: TileBlobStore.copyBufferBytes)
        for number in blobIDs {
            let source = sources[number]
            guard let file = spool.file(source.file) else { throw StoreError.incompleteReordering(path) }
            try writer.append(source.length) { try file.read(source, from: $1, into: $0) }
        }
        try writer.flush()
    }
}
