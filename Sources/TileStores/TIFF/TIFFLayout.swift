internal import Glibc
internal import LockedState
internal import TilePyramid

/// Where everything lies in a TIFF whose tiles are all there, and how it is written.
struct TIFFLayout {
    private let store: TIFFStore
    private let contents: ContentNumbers
    private let kind: TIFFTileKind
    /// The levels as they are written: the full size first.
    private let levels: [Level]
    /// The number of each level's first tile.
    private let firsts: [Int]

    init(_ store: TIFFStore, contents: ContentNumbers, kind: TIFFTileKind) {
        self.store = store
        self.contents = contents
        self.kind = kind
        levels = store.pyramid.levels[store.pyramid.presentLevels].reversed()
        firsts = levels.map { contents.place(of: TileIndex(level: $0.index, column: 0, row: 0)) ?? 0 }
    }

    private var usesSubIFDs: Bool { store.target.tiff.reducedImages == .subIFDs && !store.target.tiff.isCloudOptimized }

    // MARK: Tiles where they have come

    /// Writes the directories behind the tiles, and the header in front.
    func writeBehindTiles() throws {
        let start = (store.data.end + 7) & ~7
        let places = store.tiles.withPlaces { place in
            (0..<contents.count).map { contents[$0].map(place) ?? TileContents.Place(offset: 0, length: 0) }
        }
        let directories = directories { places[$0] }
        let isBig = start + size(of: directories, isBig: false) > store.classicLimit
        try store.output.file.write(bytes(of: directories, at: start, isBig: isBig), at: start)
        try store.output.file.write(header(firstDirectory: start, isBig: isBig), at: 0)
    }

    // MARK: Tiles in order

    /// Writes a cloud-optimized file: directories, then the tiles of the smallest level to those of the full size.
    func writeInOrder() throws {
        let lengths = store.tiles.withPlaces { place in
            (0..<contents.count).map { contents[$0].map { place($0).length } ?? 0 }
        }
        let trial = directories { _ in TileContents.Place(offset: 0, length: 0) }
        let tileBytes = lengths.reduce(0) { $0 + ($1 == 0 ? 0 : $1 + CloudOptimization.bytesAroundTile) }
        func start(isBig: Bool) -> Int {
            (header(firstDirectory: 0, isBig: isBig).count + CloudOptimization.note.count + 1) & ~1
        }
        let isBig = start(isBig: false) + size(of: trial, isBig: false) + tileBytes > store.classicLimit
        let first = start(isBig: isBig)
        var end = first + size(of: trial, isBig: isBig)
        var offsets = Array(repeating: 0, count: contents.count)
        for level in levels.indices.reversed() {
            for tile in firsts[level]..<firsts[level] + levels[level].grid.count where lengths[tile] > 0 {
                offsets[tile] = end + CloudOptimization.leaderBytes
                end += lengths[tile] + CloudOptimization.bytesAroundTile
            }
        }
        let directories = directories { TileContents.Place(offset: offsets[$0], length: lengths[$0]) }
        let file = store.output.file
        var front = header(firstDirectory: first, isBig: isBig) + CloudOptimization.note
        front += Array(repeating: 0, count: first - front.count)
        try file.write(front, at: 0)
        try file.write(bytes(of: directories, at: first, isBig: isBig), at: first)
        // From here on, what has been given up is read where it has gone.
        store.state.withLock { [offsets] in $0.moved = offsets }
        try copyTiles(to: offsets)
    }

    private func copyTiles(to offsets: [Int]) throws {
        // Tiles are numbered level by level, the smallest first, and row by row.
        let tiles = (0..<contents.count).filter { contents[$0] != nil }
        try store.tiles.moveAll(in: tiles.compactMap { contents[$0] }) { turns in
            guard let first = tiles[turns].first else { return }
            let writer = PieceWriter(
                store.output.file, from: offsets[first] - CloudOptimization.leaderBytes,
                pieceBytes: TileContents.movedPieceBytes)
            for tile in tiles[turns] {
                guard let place = contents[tile].map(store.tiles.place), let file = store.tiles.file(place.file)
                else { throw StoreError.lostOrder(store.path) }
                try CloudOptimization.surrounded(try file.read(place)).withUnsafeBytes { try writer.append($0) }
            }
            try writer.flush()
        }
    }

    // MARK: Directories

    private func header(firstDirectory: Int, isBig: Bool) -> [UInt8] {
        var bytes = Array("II".utf8)
        bytes.append(isBig ? 43 : 42, size: 2)
        if isBig {
            bytes.append(8, size: 2)
            bytes.append(0, size: 2)
        }
        bytes.append(firstDirectory, size: isBig ? 8 : 4)
        return bytes
    }

    private func directories(_ place: (Int) -> TileContents.Place) -> [TIFFDirectoryBytes] {
        levels.indices.map { index in
            let first = firsts[index]
            let places = (first..<first + levels[index].grid.count).map(place)
            var directory = TIFFDirectoryBytes(
                level: levels[index], kind: kind, isReduced: index > 0, target: store.target, pyramid: store.pyramid)
            directory[.tileOffsets] = .offsets(places.map(\.offset))
            directory[.tileByteCounts] = .longs(places.map(\.length))
            if index == 0, usesSubIFDs, levels.count > 1 {
                directory[.subIFDs] = .offsets(Array(repeating: 0, count: levels.count - 1))
            }
            return directory
        }
    }

    private func size(of directories: [TIFFDirectoryBytes], isBig: Bool) -> Int {
        directories.reduce(0) { $0 + $1.size(isBig: isBig) }
    }

    /// The directories one after the other, chained or, as reduced images of the first, named by it.
    private func bytes(of directories: [TIFFDirectoryBytes], at start: Int, isBig: Bool) -> [UInt8] {
        var starts = [start]
        for directory in directories {
            starts.append((starts.last ?? start) + directory.size(isBig: isBig))
        }
        var directories = directories
        if usesSubIFDs, directories.count > 1 {
            directories[0][.subIFDs] = .offsets(Array(starts[1..<directories.count]))
        }
        return directories.indices.flatMap { index in
            let next = usesSubIFDs || index + 1 == directories.count ? 0 : starts[index + 1]
            return directories[index].bytes(at: starts[index], next: next, isBig: isBig)
        }
    }
}

/// What GDAL says of a cloud-optimized file behind its header, so that readers need not ask for the length of a tile first
/// (https://gdal.org/drivers/raster/cog.html, "header ghost area").
enum CloudOptimization {
    /// The size of a tile before it.
    static let leaderBytes = 4
    /// The same and the repetition of its last bytes behind it.
    static let bytesAroundTile = leaderBytes + 4

    /// The note, which lies directly behind the header.
    static let note: [UInt8] = {
        let facts = """
            LAYOUT=IFDS_BEFORE_DATA
            BLOCK_ORDER=ROW_MAJOR
            BLOCK_LEADER=SIZE_AS_UINT4
            BLOCK_TRAILER=LAST_4_BYTES_REPEATED
            KNOWN_INCOMPATIBLE_EDITION=NO

            """ + " "  // room for a YES by whoever changes the file
        let digits = String(facts.utf8.count)
        let count = String(repeating: "0", count: 6 - digits.count) + digits
        return Array("GDAL_STRUCTURAL_METADATA_SIZE=\(count) bytes\n\(facts)".utf8)
    }()

    /// A tile with what belongs before and behind it.
    static func surrounded(_ tile: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tile.count + bytesAroundTile)
        bytes.append(tile.count, size: leaderBytes)
        return bytes + tile + tile.suffix(4)
    }
}
