/// What the directories of a PMTiles file are made of: its tiles in order, equal neighbors as one.
struct PMTilesDirectoryBuilder {
    /// A tile and the number of its bytes.
    struct Tile {
        var id: Int
        var blobID: Int
    }

    /// The root, and the leaves one after the other; both compressed.
    struct Directories {
        var root: [UInt8] = []
        var leaves: [UInt8] = []
    }

    /// The entries of all tiles.
    private(set) var entries: [PMTilesDirectory.Entry] = []
    /// The numbers of the bytes in the order in which the file has them: as tiles first need them.
    private(set) var order: [Int] = []
    /// How many tiles there are.
    let tileCount: Int
    /// How many bytes they have together, equal ones counted once.
    private(set) var byteCount = 0

    /// Finds a place for everything.
    ///
    /// - Parameters:
    ///   - tiles: all tiles, in the order of their numbers.
    ///   - blobCount: how many different tiles there are at most.
    ///   - length: how many bytes a different tile has.
    init(tiles: [Tile], blobCount: Int, length: (Int) -> Int) {
        tileCount = tiles.count
        var offsets = Array(repeating: -1, count: blobCount)
        order.reserveCapacity(blobCount)
        for tile in tiles {
            if offsets[tile.blobID] < 0 {
                offsets[tile.blobID] = byteCount
                order.append(tile.blobID)
                byteCount += length(tile.blobID)
            }
            let offset = offsets[tile.blobID]
            if let last = entries.last, last.offset == offset, last.end == tile.id, last.runLength < .max {
                entries[entries.count - 1].runLength += 1
            } else {
                entries.append(
                    PMTilesDirectory.Entry(
                        id: tile.id, offset: offset, length: UInt32(length(tile.blobID)), runLength: 1))
            }
        }
    }

    /// The entries of the first leaves that are tried; these are as many as other writers have.
    private static let minimumLeafLength = 4_096

    /// The directories: the root alone when it fits behind the header, else leaves long enough that their root does.
    func directories() -> Directories {
        let room = PMTilesHeader.maximumRootEnd - PMTilesHeader.length
        var directories = Directories()
        // More than this never fits: a packed entry takes a byte and more, unless all are alike.
        if entries.count <= room * 4 {
            directories.root = DeflateCodec.gzip(PMTilesDirectory.bytes(of: entries[...]))
            if directories.root.count <= room { return directories }
        }
        var leafLength = Self.minimumLeafLength
        while true {
            directories = makeLeaves(leafLength)
            if directories.root.count <= room { return directories }
            leafLength *= 2
        }
    }

    private func makeLeaves(_ leafLength: Int) -> Directories {
        var directories = Directories()
        var root: [PMTilesDirectory.Entry] = []
        for start in stride(from: 0, to: entries.count, by: leafLength) {
            let leaf = DeflateCodec.gzip(
                PMTilesDirectory.bytes(of: entries[start..<min(start + leafLength, entries.count)]))
            root.append(
                PMTilesDirectory.Entry(
                    id: entries[start].id, offset: directories.leaves.count, length: UInt32(leaf.count), runLength: 0))
            directories.leaves += leaf
        }
        directories.root = DeflateCodec.gzip(PMTilesDirectory.bytes(of: root[...]))
        return directories
    }
}
