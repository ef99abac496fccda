internal import Compression
internal import Concurrency

/// The file of a shard for readers of its tiles, which are compared with their checksums.
///
/// A tile is compared when its last byte is read, whether it is read at once or in parts that follow each other: what is moved
/// is read only once. Reading fails with a ``StoreError`` if the tile is damaged. Calls may come from several threads.
///
/// Memory: 4 bytes for each tile.
final class CheckedShardFile: RandomAccessFile {
    /// A tile of which the first bytes have been read.
    private struct Part {
        /// The offset of the next byte.
        var end: Int
        /// The CRC-32 of the bytes before.
        var checksum: UInt32
    }

    /// The most tiles of which only a part has been read; the checksums of others are computed from their first byte on.
    private static let partLimit = 64

    private let file: any RandomAccessFile
    private let tiles: [ShardTile]
    /// The positions of the tiles in the table, sorted by their offsets.
    private let order: [UInt32]
    /// The tiles that are being read, by their offsets.
    private let parts = Locked<[Int: Part]>([:])

    var path: String { file.path }
    var isLocal: Bool { file.isLocal }
    var directoryByteLimit: Int { file.directoryByteLimit }

    /// Creates a reader of tiles that are within the file.
    ///
    /// - Throws: ``StoreError`` when tiles share bytes.
    init(_ file: any RandomAccessFile, _ tiles: [ShardTile]) throws(StoreError) {
        guard let end = UInt32(exactly: tiles.count) else {
            throw .damagedShard(file.path, "its table has \(tiles.count) tiles, which are too many")
        }
        // Checked: positions in the table, here and below.
        let order = (0..<end).sorted { tiles[Int($0)].offset < tiles[Int($1)].offset }
        for (first, second) in zip(order, order.dropFirst()) {
            // Checked: as above.
            let first = tiles[Int(first)]
            // Checked: as above.
            let second = tiles[Int(second)]
            guard first.end <= second.offset else {
                throw .damagedShard(
                    file.path, "the bytes of tiles \(first.name) and \(second.name) overlap")
            }
        }
        self.file = file
        self.tiles = tiles
        self.order = order
    }

    func size() throws -> Int { try file.size() }

    func prefetch(_ range: Range<Int>) { file.prefetch(range) }

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try TileBytes.file(self, offset: offset, count: count).copy()
    }

    /// Reads a tile, or a part of one.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        let count = try file.read(into: buffer, at: offset)
        guard count > 0, let tile = tile(at: offset) else { return count }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<min(count, tile.end - offset)])
        let before = parts.withLock { $0.removeValue(forKey: tile.offset) }
        let start: UInt32? = offset == tile.offset ? 0 : before?.end == offset ? before?.checksum : nil
        let checksum = start.map { DeflateCodec.crc32(bytes, after: $0) }
        guard offset + bytes.count == tile.end else {
            if let checksum { keep(Part(end: offset + bytes.count, checksum: checksum), of: tile) }
            return count
        }
        guard try checksum ?? self.checksum(of: tile) == tile.checksum else {
            throw StoreError.damagedShard(path, "tile \(tile.name) has another checksum")
        }
        return count
    }

    private func keep(_ part: Part, of tile: ShardTile) {
        parts.withLock { parts in
            if parts.count >= Self.partLimit { parts.removeAll(keepingCapacity: true) }
            parts[tile.offset] = part
        }
    }

    private func checksum(of tile: ShardTile) throws -> UInt32 {
        ShardBytes.checksum(try file.read(tile.length, at: tile.offset))
    }

    /// The tile that has the byte at an offset.
    private func tile(at offset: Int) -> ShardTile? {
        // Checked: positions in the table.
        let next = order.partitioningIndex { tiles[Int($0)].offset > offset }
        guard next > 0 else { return nil }
        let tile = tiles[Int(order[next - 1])]  // Checked: as above.
        return offset < tile.end ? tile : nil
    }
}

extension ShardTile {
    /// The tile for messages.
    fileprivate var name: String { "\(level)/\(column)_\(row)" }
}
