package import TilePyramid

/// The layout of a shard file, version 1: all numbers are little-endian.
///
/// It is written from front to back:
/// 1. a header of 16 bytes: the signature, and the version as 32 bits;
/// 2. the bytes of tiles, and blocks of rows, in the order in which they were made;
/// 3. the table of tiles, ``ShardTile``, sorted by level, row and column;
/// 4. the table of blocks, ``ShardRowBlock``, sorted by plane and row;
/// 5. the manifest, which the caller defines;
/// 6. a trailer of 72 bytes, which says where they are: ``ShardTrailer``.
///
/// Tiles, blocks, tables, manifest and trailer each have a CRC-32. Tiles also have a ``ByteHash``, so that a container that
/// finds equal tiles need not read them for that.
enum ShardFileFormat {
    /// The first bytes: not text, so that a damaged transfer is noticed, as with PNG.
    static let signature: [UInt8] = [0x89] + Array("TKshard".utf8) + [0x0D, 0x0A, 0x1A, 0x0A]
    /// The version that is written, and the only one that is read.
    static let version: UInt32 = 1
    /// The bytes of the header.
    static let headerBytes = 16
    /// The bytes of an entry of the table of tiles.
    static let tileEntryBytes = 40
    /// The bytes of an entry of the table of blocks.
    static let blockEntryBytes = 32
    /// The bytes of the trailer.
    static let trailerBytes = 72
    /// The most bytes of a manifest.
    static let manifestLimit = 64 << 20
}

/// The position of a tile's bytes in a shard file.
///
/// 40 bytes: level, column, row and length with 32 bits each, offset and hash with 64 each, the checksum with 32, 32 bits of
/// zeros.
package struct ShardTile: Hashable, Sendable {
    /// The level of the tile.
    package var level: Int
    /// The column of the tile.
    package var column: Int
    /// The row of the tile.
    package var row: Int
    /// The number of bytes, at least 1.
    package var length: Int
    /// The offset of the first byte in the file.
    package var offset: Int
    /// The ``ByteHash`` of the bytes with the file's seed.
    package var hash: UInt64
    /// The CRC-32 of the bytes.
    package var checksum: UInt32

    /// The tile in the pyramid.
    package var index: TileIndex { TileIndex(level: level, column: column, row: row) }

    /// The offset after the last byte.
    package var end: Int { offset + length }

    /// Whether a tile comes before another in the table.
    static func < (first: ShardTile, second: ShardTile) -> Bool {
        (first.level, first.row, first.column) < (second.level, second.row, second.column)
    }
}

/// The position of some rows of a plane in a shard file, where the samples have no gaps.
///
/// 32 bytes: plane, first row, number of rows and checksum with 32 bits each, offset and length with 64.
package struct ShardRowBlock: Hashable, Sendable {
    /// The number of the plane.
    package var plane: Int
    /// The rows of the plane.
    package var rows: Range<Int>
    /// The offset of the first byte in the file.
    package var offset: Int
    /// The number of bytes.
    package var length: Int
    /// The CRC-32 of the bytes.
    package var checksum: UInt32
}

/// The end of a shard file.
///
/// 72 bytes: three pairs of offset and size with 64 bits each (of the table of tiles, of that of blocks: the number of entries;
/// of the manifest: its bytes), the seed of the hashes with 64, and the checksums of the three and of the trailer up to here
/// with 32 bits each.
struct ShardTrailer {
    var tileTable: (offset: Int, count: Int, checksum: UInt32)
    var blockTable: (offset: Int, count: Int, checksum: UInt32)
    var manifest: (offset: Int, length: Int, checksum: UInt32)
    /// The seed of the tiles' hashes.
    var hashSeed: UInt64
}
