internal import Numbers
package import TilePyramid

/// A finished shard file, whose tiles and rows can be read in parts.
///
/// Nothing in the file is trusted: tables are compared with the file's size before memory is reserved for them, and
/// everything that is read is compared with its checksum. Calls may come from several threads.
package final class ShardFile: Sendable {
    /// The path or the address, for messages.
    package var path: String { file.path }
    /// The manifest, as it was written.
    package let manifest: [UInt8]
    /// The size of the file in bytes.
    package let byteCount: Int
    /// All tiles, sorted by level, row and column.
    package let tiles: [ShardTile]
    /// All blocks of rows, sorted by plane and row; those of a plane follow each other without gaps.
    package let blocks: [ShardRowBlock]

    private let hashSeed: UInt64
    private let file: any RandomAccessFile
    private let checkedFile: CheckedShardFile

    /// Opens a shard file on this computer.
    ///
    /// - Throws: ``StoreError`` when it cannot be read, is not a shard file, or is damaged.
    package convenience init(opening path: String) throws { try self.init(OpenFile(reading: path)) }

    /// Reads the tables and the manifest of a file on this computer or on the network.
    ///
    /// - Throws: ``StoreError`` when it cannot be read, is not a shard file, or is damaged.
    package init(_ file: any RandomAccessFile) throws {
        let size = try file.size()
        let path = file.path
        guard size >= ShardFileFormat.headerBytes + ShardFileFormat.trailerBytes else {
            throw StoreError.damagedShard(path, "it has only \(size) bytes")
        }
        try Self.checkHeader(ShardBytes(file.read(ShardFileFormat.headerBytes, at: 0)), path)
        let end = size - ShardFileFormat.trailerBytes
        let trailer = try Self.trailer(file.read(ShardFileFormat.trailerBytes, at: end), end: end, path)
        let tileTable = try file.read(
            // Checked: the products are lengths of parts of the file.
            ShardFileFormat.tileEntryBytes * trailer.tileTable.count, at: trailer.tileTable.offset)
        guard ShardBytes.checksum(tileTable) == trailer.tileTable.checksum else {
            throw StoreError.damagedShard(path, "the table of its tiles has another checksum")
        }
        let blockTable = try file.read(
            // Checked: as above.
            ShardFileFormat.blockEntryBytes * trailer.blockTable.count, at: trailer.blockTable.offset)
        guard ShardBytes.checksum(blockTable) == trailer.blockTable.checksum else {
            throw StoreError.damagedShard(path, "the table of its rows has another checksum")
        }
        manifest = try file.read(trailer.manifest.length, at: trailer.manifest.offset)
        guard ShardBytes.checksum(manifest) == trailer.manifest.checksum else {
            throw StoreError.damagedShard(path, "its manifest has another checksum")
        }
        let data = ShardFileFormat.headerBytes..<trailer.tileTable.offset  // Checked: the header comes first.
        tiles = try Self.tiles(ShardBytes(tileTable), count: trailer.tileTable.count, within: data, path)
        blocks = try Self.blocks(ShardBytes(blockTable), count: trailer.blockTable.count, within: data, path)
        byteCount = size
        hashSeed = trailer.hashSeed
        self.file = file
        checkedFile = try CheckedShardFile(file, tiles)
    }

    /// Whether a file with these first bytes is a shard file.
    package static func isShard(head: [UInt8]) -> Bool { head.starts(with: ShardFileFormat.signature) }

    /// The tiles of a row of a level, from left to right.
    package func tiles(level: Int, row: Int) -> ArraySlice<ShardTile> {
        let first = tiles.partitioningIndex { ($0.level, $0.row) >= (level, row) }
        let end = tiles.partitioningIndex { ($0.level, $0.row) > (level, row) }
        return tiles[first..<max(first, end)]  // Checked: sorted.
    }

    /// Tiles with their bytes, as stores take them.
    ///
    /// Whoever reads all bytes of a tile gets a ``StoreError`` if it is damaged.
    ///
    /// - Parameters:
    ///   - tiles: tiles of this file, in the order in which they are written.
    ///   - format: the format of every tile.
    /// - Returns: the run, which reads nothing yet.
    package func run(of tiles: some Sequence<ShardTile>, format: TileFormat) -> TileRun {
        TileRun(
            in: checkedFile, format: format, hashSeed: hashSeed,
            tiles: tiles.map { tile in
                TileRun.Tile(
                    index: TileIndex(level: tile.level, column: tile.column, row: tile.row),
                    offset: tile.offset,
                    length: tile.length, hash: tile.hash, checksum: tile.checksum)
            })
    }

    /// Reads the samples of a block.
    ///
    /// - Throws: ``StoreError`` when they cannot be read or are damaged.
    package func read(_ block: ShardRowBlock) throws -> [UInt8] {
        let bytes = try file.read(block.length, at: block.offset)
        guard ShardBytes.checksum(bytes) == block.checksum else {
            throw StoreError.damagedShard(
                path, "rows \(block.rows.lowerBound) to \(block.rows.upperBound - 1) have another checksum")
        }
        return bytes
    }
}

// MARK: Reading the tables

extension ShardFile {
    private static func checkHeader(_ header: ShardBytes, _ path: String) throws(StoreError) {
        let signature = ShardFileFormat.signature.indices.map { header.number($0, UInt8.self) }
        guard signature == ShardFileFormat.signature else {
            throw StoreError(.malformed, path: path, "this is not a shard of a pyramid. Move it away.")
        }
        let version = header.number(ShardFileFormat.signature.count, UInt32.self)
        guard version == ShardFileFormat.version else {
            throw StoreError(
                .malformed, path: path,
                "this shard has version \(version) of the file format, and only \(ShardFileFormat.version) is supported. "
                    + "Cut and merge with the same version of tilecut.")
        }
    }

    /// Reads the trailer, and checks that tables, manifest and trailer follow each other.
    private static func trailer(_ bytes: [UInt8], end: Int, _ path: String) throws(StoreError) -> ShardTrailer {
        let reader = ShardBytes(bytes)
        let checksumOffset = ShardFileFormat.trailerBytes - 4
        guard ShardBytes.checksum(Array(bytes[..<checksumOffset])) == reader.number(checksumOffset, UInt32.self) else {
            throw .damagedShard(path, "its end is missing or damaged")
        }
        let numbers = (0..<6).compactMap { reader.integer(8 * $0, UInt64.self) }
        guard numbers.count == 6, numbers[0] >= ShardFileFormat.headerBytes,
            let tileBytes = CheckedNumber.product(numbers[1], ShardFileFormat.tileEntryBytes),
            CheckedNumber.sum(numbers[0], tileBytes) == numbers[2],
            let blockBytes = CheckedNumber.product(numbers[3], ShardFileFormat.blockEntryBytes),
            CheckedNumber.sum(numbers[2], blockBytes) == numbers[4], numbers[5] <= ShardFileFormat.manifestLimit,
            CheckedNumber.sum(numbers[4], numbers[5]) == end
        else { throw .damagedShard(path, "its tables are not where they should be") }
        return ShardTrailer(
            tileTable: (numbers[0], numbers[1], reader.number(56, UInt32.self)),
            blockTable: (numbers[2], numbers[3], reader.number(60, UInt32.self)),
            manifest: (numbers[4], numbers[5], reader.number(64, UInt32.self)),
            hashSeed: reader.number(48, UInt64.self))
    }

    private static func tiles(
        _ table: ShardBytes, count: Int, within data: Range<Int>, _ path: String
    ) throws(StoreError) -> [ShardTile] {
        var tiles: [ShardTile] = []
        tiles.reserveCapacity(count)
        for number in 0..<count {
            let start = ShardFileFormat.tileEntryBytes * number  // Checked: within the table.
            guard let level = table.integer(start, UInt32.self), let column = table.integer(start + 4, UInt32.self),
                let row = table.integer(start + 8, UInt32.self), let length = table.integer(start + 12, UInt32.self),
                let offset = table.integer(start + 16, UInt64.self),
                let range = CheckedNumber.range(from: offset, count: length), length > 0,
                range.lowerBound >= data.lowerBound, range.upperBound <= data.upperBound
            else { throw .damagedShard(path, "entry \(number) of the table of its tiles is invalid") }
            let tile = ShardTile(
                level: level, column: column, row: row, length: length, offset: offset,
                hash: table.number(start + 24, UInt64.self), checksum: table.number(start + 32, UInt32.self)
            )
            guard tiles.last.map({ $0 < tile }) ?? true else {
                throw .damagedShard(path, "the table of its tiles is not sorted, or has a tile twice")
            }
            tiles.append(tile)
        }
        return tiles
    }

    private static func blocks(
        _ table: ShardBytes, count: Int, within data: Range<Int>, _ path: String
    ) throws(StoreError) -> [ShardRowBlock] {
        var blocks: [ShardRowBlock] = []
        blocks.reserveCapacity(count)
        for number in 0..<count {
            let start = ShardFileFormat.blockEntryBytes * number  // Checked: within the table.
            guard let plane = table.integer(start, UInt32.self), let first = table.integer(start + 4, UInt32.self),
                let rowCount = table.integer(start + 8, UInt32.self),
                let rows = CheckedNumber.range(from: first, count: rowCount), !rows.isEmpty,
                let offset = table.integer(start + 16, UInt64.self),
                let length = table.integer(start + 24, UInt64.self),
                let range = CheckedNumber.range(from: offset, count: length),
                range.lowerBound >= data.lowerBound, range.upperBound <= data.upperBound
            else { throw .damagedShard(path, "entry \(number) of the table of its rows is invalid") }
            if let last = blocks.last {
                let follows = last.plane == plane && last.rows.upperBound == rows.lowerBound
                guard follows || plane > last.plane else {
                    throw .damagedShard(path, "the table of its rows is not sorted, or has gaps")
                }
            }
            blocks.append(
                ShardRowBlock(
                    plane: plane, rows: rows, offset: offset, length: length,
                    checksum: table.number(start + 12, UInt32.self)))
        }
        return blocks
    }
}

extension StoreError {
    /// The error for a shard whose bytes contradict each other.
    static func damagedShard(_ path: String, _ reason: String) -> StoreError {
        StoreError(
            .malformed, path: path, "the shard is damaged: \(reason). Cut it again, with the same command as before.")
    }
}
