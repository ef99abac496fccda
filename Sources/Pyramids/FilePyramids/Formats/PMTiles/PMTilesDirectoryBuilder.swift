internal import Compression

/// Builds the directories of a PMTiles file from its tiles, merging runs of equal tiles.
struct PMTilesDirectoryBuilder {
    /// A tile ID and its blob ID.
    struct Tile {
        var id: Int
        var blobID: Int
    }

    /// The root directory and the concatenated leaf directories, both compressed.
    struct Directories {
        var root: [UInt8] = []
        var leaves: [UInt8] = []
    }

    /// The entries of all tiles.
    private(set) var entries: [PMTilesDirectory.Entry] = []
    /// The blob IDs in the order in which the tiles first need them, which is that of the tile data.
    private(set) var order: [Int] = []
    /// The number of tiles.
    let tileCount: Int
    /// The size of the tile data; duplicate tiles count once.
    private(set) var byteCount = 0

    /// Assigns an offset in the tile data to every tile.
    ///
    /// - Parameters:
    ///   - tiles: all tiles in the order of tile IDs.
    ///   - blobCount: an upper bound of blob IDs.
    ///   - length: the number of bytes of a blob.
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

    /// The number of entries per leaf to begin with, as in other writers.
    private static let minimumLeafLength = 4_096

    /// The directories: the root alone if it fits after the header, or else leaves long enough that their root does.
    func directories() -> Directories {
        let room = PMTilesHeader.maximumRootEnd - PMTilesHeader.length
        var directories = Directories()
        // More entries never fit: each takes at least a byte when compressed, unless all are alike.
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
