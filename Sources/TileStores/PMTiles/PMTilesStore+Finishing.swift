internal import LockedState
internal import TilePyramid

extension PMTilesStore {
    /// Puts the tiles in order, writes the directories and gives the file its name.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file of that name has come meanwhile and is
    ///   not to be replaced; it can be called again then.
    /// - Complexity: O(n log n) for n tiles; their bytes are copied once.
    public func finish() throws {
        guard let spilled = state.withLock({ $0.spilled }) else { preconditionFailure("the file is finished") }
        // If all are where they belong, only the name was missing, because another file had it.
        if !spilled.isGivenUp {
            try putInOrder(spilled)
        }
        try partial.moveIntoPlace()
        state.withLock { state in
            state.sharing = spilled.sharing
            state.spilled = nil
        }
    }

    private func putInOrder(_ spilled: TileContents) throws {
        let index = spilled.withPlaces { places in
            PMTilesIndex(tiles: sortedTiles(), contentCount: spilled.count) { places($0).length }
        }
        let directories = index.directories()
        let metadata = ZoomMetadata(writing: numbers, target: target, path: path)
        let json = Compression.gzip(Array(PMTilesMetadata.json(metadata, format: format).utf8))
        let header = header(index, directories, metadata, metadataLength: json.count)
        try partial.file.write(header.bytes + directories.root + json + directories.leaves, at: 0)
        let sources = spilled.withPlaces { place in (0..<spilled.count).map(place) }
        let targets = places(for: sources, in: index.order, from: header.tiles.offset)
        // From here on, what has been given up is read where it has gone.
        state.withLock { $0.finished = targets }
        try spilled.moveAll(in: index.order) { turns in
            try copy(index.order[turns], of: spilled, from: sources, to: targets)
        }
    }

    /// The tiles that there are, by their numbers in the file.
    private func sortedTiles() -> [PMTilesIndex.Tile] {
        let contents = state.withLock { $0.contents }
        var tiles: [PMTilesIndex.Tile] = []
        tiles.reserveCapacity(contents.count)
        for (place, index) in pyramid.indices.enumerated() {
            guard let content = contents[place] else { continue }
            tiles.append(PMTilesIndex.Tile(id: PMTilesID.id(of: numbers.tile(index)), content: content))
        }
        tiles.sort { $0.id < $1.id }
        return tiles
    }

    private func header(
        _ index: PMTilesIndex, _ directories: PMTilesIndex.Directories, _ metadata: ZoomMetadata, metadataLength: Int
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
        (header.centerLongitude, header.centerLatitude) = metadata.center
        return header
    }

    /// Where bytes will be in the file that follow each other in an order.
    private func places(
        for sources: [TileContents.Place], in order: [Int], from start: Int
    ) -> [TileContents.Place] {
        var places = sources
        var end = start
        for number in order {
            places[number].offset = end
            end += sources[number].length
        }
        return places
    }

    /// Copies tiles that follow each other in the file.
    private func copy(
        _ numbers: ArraySlice<Int>, of spilled: TileContents, from sources: [TileContents.Place],
        to targets: [TileContents.Place]
    ) throws {
        guard let first = numbers.first else { return }
        let writer = PieceWriter(
            partial.file, from: targets[first].offset, pieceBytes: TileContents.movedPieceBytes)
        for number in numbers {
            let source = sources[number]
            guard let file = spilled.file(source.file) else { throw StoreError.lostOrder(path) }
            try writer.append(source.length) { try file.read(source, from: $1, into: $0) }
        }
        try writer.flush()
    }
}
