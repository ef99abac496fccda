internal import ImageMetadata
internal import Glibc
internal import Concurrency
internal import TileContainers
internal import TilePyramid

/// Lays out and writes a TIFF whose tiles are complete.
struct TIFFFileWriter {
    private let store: TIFFStore
    private let blobIDs: BlobIDTable
    private let encoding: TIFFTileEncoding
    /// The levels in the order of the file, full size first.
    private let levels: [Level]
    /// The number of each level's first tile.
    private let firstTileNumbers: [Int]

    init(_ store: TIFFStore, blobIDs: BlobIDTable, encoding: TIFFTileEncoding) {
        self.store = store
        self.blobIDs = blobIDs
        self.encoding = encoding
        levels = store.pyramid.levels[store.pyramid.presentLevels].reversed()
        firstTileNumbers = levels.map { blobIDs.tileNumber(of: TileIndex(level: $0.index, column: 0, row: 0)) ?? 0 }
    }

    private var usesSubIFDs: Bool { store.target.tiff.reducedImages == .subIFDs && !store.target.tiff.isCloudOptimized }

    // MARK: Tiles where they have come

    /// Writes the directories after the tiles, and the header at the front.
    func writeDirectoriesAfterTiles() throws {
        let start = (store.data.end + 7) & ~7
        let locations = store.tiles.withLocations { location in
            (0..<blobIDs.count).map { blobIDs[$0].map(location) ?? TileBlobStore.Location(offset: 0, length: 0) }
        }
        let directories = directories { locations[$0] }
        let isBigTIFF = start + size(of: directories, isBigTIFF: false) > store.classicLimit
        try store.output.file.write(bytes(of: directories, at: start, isBigTIFF: isBigTIFF), at: start)
        try store.output.file.write(TIFFHeader.bytes(firstDirectory: start, isBigTIFF: isBigTIFF), at: 0)
    }

    // MARK: Tiles in order

    /// Writes a cloud-optimized file: the directories, then the tiles from the coarsest level to full size.
    func writeCloudOptimized() throws {
        let lengths = store.tiles.withLocations { location in
            (0..<blobIDs.count).map { blobIDs[$0].map { location($0).length } ?? 0 }
        }
        let trial = directories { _ in TileBlobStore.Location(offset: 0, length: 0) }
        let tileBytes = lengths.reduce(0) { $0 + ($1 == 0 ? 0 : $1 + CloudOptimization.leaderAndTrailerBytes) }
        func start(isBigTIFF: Bool) -> Int {
            (TIFFHeader.bytes(firstDirectory: 0, isBigTIFF: isBigTIFF).count + CloudOptimization.ghostArea.count + 1)
                & ~1
        }
        let isBigTIFF = start(isBigTIFF: false) + size(of: trial, isBigTIFF: false) + tileBytes > store.classicLimit
        let first = start(isBigTIFF: isBigTIFF)
        var end = first + size(of: trial, isBigTIFF: isBigTIFF)
        var offsets = Array(repeating: 0, count: blobIDs.count)
        for level in levels.indices.reversed() {
            for tile in firstTileNumbers[level]..<firstTileNumbers[level] + levels[level].grid.count
            where lengths[tile] > 0 {
                offsets[tile] = end + CloudOptimization.leaderBytes
                end += lengths[tile] + CloudOptimization.leaderAndTrailerBytes
            }
        }
        let directories = directories { TileBlobStore.Location(offset: offsets[$0], length: lengths[$0]) }
        let file = store.output.output
        var front = TIFFHeader.bytes(firstDirectory: first, isBigTIFF: isBigTIFF) + CloudOptimization.ghostArea
        front += Array(repeating: 0, count: first - front.count)
        try file.write(front, at: 0)
        try file.write(bytes(of: directories, at: first, isBigTIFF: isBigTIFF), at: first)
        // From here on, discarded blobs are read at their final offsets.
        store.state.withLock { [offsets] in $0.finalOffsets = offsets }
        try copyTiles(to: offsets)
    }

    private func copyTiles(to offsets: [Int]) throws {
        // Tiles are numbered level by level, the coarsest first, and row by row.
        let tiles = (0..<blobIDs.count).filter { blobIDs[$0] != nil }
        try store.tiles.moveAll(
            in: tiles.compactMap { blobIDs[$0] }, inParallel: store.output.allowsParallelWrites
        ) { positions in
            guard let first = tiles[positions].first else { return }
            let writer = BufferedFileWriter(
                store.output.output, from: offsets[first] - CloudOptimization.leaderBytes,
                bufferBytes: TileBlobStore.copyBufferBytes)
            for tile in tiles[positions] {
                guard let location = blobIDs[tile].map(store.tiles.location), let file = store.tiles.file(location.file)
                else { throw StoreError.incompleteReordering(store.path) }
                try CloudOptimization.append(
                    .file(file, offset: location.offset, count: location.length), to: writer)
            }
            try writer.flush()
        }
    }

    // MARK: Directories

    private func directories(_ location: (Int) -> TileBlobStore.Location) -> [TIFFDirectoryBuilder] {
        levels.indices.map { index in
            let first = firstTileNumbers[index]
            let locations = (first..<first + levels[index].grid.count).map(location)
            var directory = TIFFDirectoryBuilder(
                level: levels[index], encoding: encoding, isReduced: index > 0, target: store.target)
            directory[.tileOffsets] = .offsets(locations.map(\.offset))
            directory[.tileByteCounts] = .longs(locations.map(\.length))
            if index == 0, usesSubIFDs, levels.count > 1 {
                directory[.subIFDs] = .offsets(Array(repeating: 0, count: levels.count - 1))
            }
            return directory
        }
    }

    private func size(of directories: [TIFFDirectoryBuilder], isBigTIFF: Bool) -> Int {
        directories.reduce(0) { $0 + $1.size(isBigTIFF: isBigTIFF) }
    }

    /// The serialized directories, either chained or listed as SubIFDs of the first.
    private func bytes(of directories: [TIFFDirectoryBuilder], at start: Int, isBigTIFF: Bool) -> [UInt8] {
        var starts = [start]
        for directory in directories {
            starts.append((starts.last ?? start) + directory.size(isBigTIFF: isBigTIFF))
        }
        var directories = directories
        if usesSubIFDs, directories.count > 1 {
            directories[0][.subIFDs] = .offsets(Array(starts[1..<directories.count]))
        }
        return directories.indices.flatMap { index in
            let next = usesSubIFDs || index + 1 == directories.count ? 0 : starts[index + 1]
            return directories[index].bytes(at: starts[index], next: next, isBigTIFF: isBigTIFF)
        }
    }
}

/// The layout hints of GDAL's cloud-optimized GeoTIFFs, which let readers fetch a tile without reading its size first
/// (https://gdal.org/drivers/raster/cog.html, "header ghost area").
enum CloudOptimization {
    /// The size of a tile's leader, which contains the tile's size.
    static let leaderBytes = 4
    /// The size of a tile's trailer, which repeats its last bytes.
    static let trailerBytes = 4
    /// The size of the leader and of the trailer.
    static let leaderAndTrailerBytes = leaderBytes + trailerBytes

    /// The ghost area, which follows the header.
    static let ghostArea: [UInt8] = {
        let metadata = """
            LAYOUT=IFDS_BEFORE_DATA
            BLOCK_ORDER=ROW_MAJOR
            BLOCK_LEADER=SIZE_AS_UINT4
            BLOCK_TRAILER=LAST_4_BYTES_REPEATED
            KNOWN_INCOMPATIBLE_EDITION=NO

            """ + " "  // room for a YES, which programs that change the file write
        let digits = String(metadata.utf8.count)
        let count = String(repeating: "0", count: 6 - digits.count) + digits
        return Array("GDAL_STRUCTURAL_METADATA_SIZE=\(count) bytes\n\(metadata)".utf8)
    }()

    /// Appends a tile with its leader and trailer.
    static func append(_ tile: TileBytes, to writer: BufferedFileWriter) throws {
        var leader: [UInt8] = []
        leader.append(tile.count, size: leaderBytes)
        try leader.withUnsafeBytes { try writer.append($0) }
        var trailer: [UInt8] = []
        try writer.append(tile.count) { room, first in
            try tile.read(into: room, from: first)
            // `suffix` would visit every byte.
            let start = min(room.count, max(0, tile.count - trailerBytes - first))
            trailer += UnsafeRawBufferPointer(rebasing: room[start...])
        }
        try trailer.withUnsafeBytes { try writer.append($0) }
    }
}
