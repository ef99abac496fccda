package import TilePyramid

/// Tiles whose bytes lie in one file, such as a shard file, with the data that a container needs to store them.
///
/// The file must stay as it is until the store that the tiles are copied to is finished.
package struct TileRun: Sendable {
    /// A tile of the run.
    package struct Tile: Hashable, Sendable {
        /// The address of the tile.
        package var index: TileIndex
        /// The offset of the tile's first byte in the file.
        package var offset: Int
        /// The number of the tile's bytes.
        package var length: Int
        /// The ``ByteHash`` of the bytes with the run's ``TileRun/hashSeed``.
        package var hash: UInt64
        /// The CRC-32 of the bytes, as in ZIP archives.
        package var checksum: UInt32

        /// Creates a tile from its parts.
        package init(index: TileIndex, offset: Int, length: Int, hash: UInt64, checksum: UInt32) {
            self.index = index
            self.offset = offset
            self.length = length
            self.hash = hash
            self.checksum = checksum
        }
    }

    /// The file that has the bytes.
    package let file: any RandomAccessFile
    /// The format of every tile.
    package let format: TileFormat
    /// The tiles, in the order in which they are written.
    package let tiles: [Tile]
    /// The seed of the tiles' hashes; runs that are copied to one store should have the same.
    package let hashSeed: UInt64

    /// Creates a run of tiles that have been checked to lie in the file.
    package init(in file: any RandomAccessFile, format: TileFormat, hashSeed: UInt64, tiles: [Tile]) {
        self.file = file
        self.format = format
        self.hashSeed = hashSeed
        self.tiles = tiles
    }

    /// The bytes of a tile, which are not read yet.
    package func bytes(of tile: Tile) -> TileBytes { .file(file, offset: tile.offset, count: tile.length) }

    /// The bytes that are announced at a time.
    private static let announcedBytes = 4 << 20

    /// Calls `body` for each tile with its bytes, which are valid only during the call.
    ///
    /// What is read over the network is announced before.
    package func forEachTile(_ body: (Tile, RawSpan) throws -> Void) throws {
        var buffer: [UInt8] = []
        var announced = 0
        for (number, tile) in tiles.enumerated() {
            if !file.isLocal, number >= announced {
                let next = tiles[number...].prefix { next in
                    // Checked: the tiles of a run lie in its file.
                    next.offset >= tile.offset
                        && next.offset + next.length <= tile.offset + Self.announcedBytes
                }
                announced = number + max(1, next.count)
                if let last = next.last {
                    file.prefetch(tile.offset..<max(tile.offset, last.offset) + last.length)
                }
            }
            if buffer.count < tile.length { buffer = Array(repeating: 0, count: tile.length) }
            try buffer.withUnsafeMutableBytes { buffer in
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<tile.length])
                try bytes(of: tile).read(into: part)
                try body(tile, UnsafeRawBufferPointer(part).bytes)
            }
        }
    }
}

/// A store that can take the bytes of many tiles from a file, without reading them more often than needed.
package protocol BulkTileStore: TileStore {
    /// Stores the tiles of a run, as ``TileStore/write(_:format:at:)`` does one by one.
    ///
    /// The bytes may be read as late as in ``TileStore/finish()``.
    func write(_ run: TileRun) throws
}

extension TileStore {
    /// Stores the tiles of a run in the way that is fastest for this store; the result is that of writing them one by one.
    ///
    /// What is on the network is read now, once and in the order of the run.
    ///
    /// - Throws: ``StoreError`` of the store, and when the file of the run cannot be read.
    package func copy(_ run: TileRun) throws {
        if run.file.isLocal, let store = self as? any BulkTileStore { return try store.write(run) }
        try writeEach(of: run)
    }

    /// Reads the tiles of a run and stores them one by one.
    package func writeEach(of run: TileRun) throws {
        try run.forEachTile { tile, bytes in try write(bytes, format: run.format, at: tile.index) }
    }
}
