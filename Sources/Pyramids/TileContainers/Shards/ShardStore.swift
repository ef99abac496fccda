internal import Compression
internal import Concurrency
package import TilePyramid

/// Writes the tiles and rows of a shard to one file, from front to back.
///
/// The file has a partial name until ``finish()``; an older file is replaced then. What was not finished starts over.
package final class ShardStore: LevelRowStore {
    package let pyramid: Pyramid

    private struct State {
        var tiles: [TileIndex: ShardTile] = [:]
        var blocks: [ShardRowBlock] = []
        var manifest: [UInt8] = []
    }

    private let format: TileFormat
    private let output: PartialFile?
    private let data: AppendOnlyFile
    private let hashSeed: UInt64
    private let hash: ByteHash
    private let state = Locked(State())

    /// Creates the file under its partial name.
    ///
    /// - Parameters:
    ///   - path: the path of the finished file.
    ///   - pyramid: the whole pyramid.
    ///   - format: the format of every tile.
    ///   - fingerprint: identifies the cut; the hashes of tiles can be compared within it. The default is an empty string.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package convenience init(
        creating path: String, pyramid: Pyramid, format: TileFormat, fingerprint: String = ""
    ) throws {
        var options = StoreOptions()
        options.replacesExisting = true
        let output = try PartialFile(creating: path, options: options)
        var header = ShardFileFormat.signature
        header.appendLittleEndian(ShardFileFormat.version)
        try output.file.write(header, at: 0)
        self.init(output, output.file, from: ShardFileFormat.headerBytes, pyramid, format, fingerprint)
    }

    /// Creates a store in an unnamed file, which disappears with the process.
    ///
    /// - Parameters:
    ///   - path: a path in the folder of the file.
    ///   - pyramid: the whole pyramid.
    ///   - format: the format of every tile.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package convenience init(unnamedBeside path: String, pyramid: Pyramid, format: TileFormat) throws {
        self.init(nil, try OpenFile(unnamedBeside: path), from: 0, pyramid, format, "")
    }

    private init(
        _ output: PartialFile?, _ file: OpenFile, from start: Int, _ pyramid: Pyramid,
        _ format: TileFormat,
        _ fingerprint: String
    ) {
        self.output = output
        self.pyramid = pyramid
        self.format = format
        // All shards of a cut need the same seed, whichever machine makes them.
        hashSeed = Array(fingerprint.utf8).withUnsafeBytes(ByteHash(seed: 0).hash)
        hash = ByteHash(seed: hashSeed)
        data = AppendOnlyFile(file, from: start)
    }

    /// The bytes that the file has so far, without the tables at its end.
    package var byteCount: Int { data.end }

    /// Stores a tile; may be called from any thread.
    package func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a pyramid has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try bytes.withUnsafeBytes { bytes in
            guard !bytes.isEmpty else { throw StoreError.emptyTile(index, data.path) }
            let tile = ShardTile(
                level: index.level, column: index.column, row: index.row, length: bytes.count,
                offset: try data.append(bytes), hash: hash.hash(bytes), checksum: DeflateCodec.crc32(bytes))
            state.withLock { $0.tiles[index] = tile }
        }
    }

    package func write(rows: Range<Int>, plane: Int, _ bytes: UnsafeRawBufferPointer) throws {
        let block = ShardRowBlock(
            plane: plane, rows: rows, offset: try data.append(bytes), length: bytes.count,
            checksum: DeflateCodec.crc32(bytes))
        state.withLock { $0.blocks.append(block) }
    }

    /// Sets the manifest, which ``finish()`` writes.
    package func setManifest(_ manifest: [UInt8]) {
        state.withLock { $0.manifest = manifest }
    }

    /// Writes the tables, the manifest and the trailer, and gives the file its final name.
    ///
    /// An unnamed file stays as it is.
    ///
    /// - Throws: ``StoreError``.
    package func finish() throws {
        guard let output else { return }
        try data.flush()
        let (tiles, blocks, manifest) = state.withLock { state in
            (
                state.tiles.values.sorted(by: <),
                state.blocks.sorted { ($0.plane, $0.rows.lowerBound) < ($1.plane, $1.rows.lowerBound) },
                state.manifest
            )
        }
        precondition(manifest.count <= ShardFileFormat.manifestLimit, "a manifest has at most 64 MiB")
        let tileTable = Self.table(tiles)
        let blockTable = Self.table(blocks)
        let blockOffset = data.end + tileTable.count
        let trailer = ShardTrailer(
            tileTable: (data.end, tiles.count, ShardBytes.checksum(tileTable)),
            blockTable: (blockOffset, blocks.count, ShardBytes.checksum(blockTable)),
            manifest: (blockOffset + blockTable.count, manifest.count, ShardBytes.checksum(manifest)),
            hashSeed: hashSeed)
        try output.file.write(tileTable, at: trailer.tileTable.offset)
        try output.file.write(blockTable, at: trailer.blockTable.offset)
        try output.file.write(manifest, at: trailer.manifest.offset)
        try output.file.write(trailer.bytes, at: trailer.manifest.offset + manifest.count)
        try output.moveIntoPlace()
    }

    private static func table(_ tiles: [ShardTile]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tiles.count * ShardFileFormat.tileEntryBytes)
        for tile in tiles {
            for number in [tile.level, tile.column, tile.row, tile.length] {
                bytes.appendLittleEndian(UInt32(number))
            }
            bytes.appendLittleEndian(UInt64(tile.offset))
            bytes.appendLittleEndian(tile.hash)
            bytes.appendLittleEndian(tile.checksum)
            bytes.appendLittleEndian(UInt32(0))
        }
        return bytes
    }

    private static func table(_ blocks: [ShardRowBlock]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(blocks.count * ShardFileFormat.blockEntryBytes)
        for block in blocks {
            for number in [block.plane, block.rows.lowerBound, block.rows.count] {
                bytes.appendLittleEndian(UInt32(number))
            }
            bytes.appendLittleEndian(block.checksum)
            bytes.appendLittleEndian(UInt64(block.offset))
            bytes.appendLittleEndian(UInt64(block.length))
        }
        return bytes
    }

    /// Removes the partial file, which cannot be continued.
    package func suspend() throws { try discard() }

    /// Removes the partial file; an older file is not touched.
    package func discard() throws { try output?.remove() }

    /// Reads a tile, before or after ``finish()``; may be called from any thread.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard let tile = state.withLock({ $0.tiles[index] }) else { return nil }
        let location = TileBlobStore.Location(offset: tile.offset, length: tile.length)
        return EncodedTile(bytes: try data.read(location), format: format)
    }
}

extension ShardTrailer {
    /// The bytes of the trailer, with its checksum.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for number in [
            tileTable.offset, tileTable.count, blockTable.offset, blockTable.count, manifest.offset, manifest.length,
        ] {
            bytes.appendLittleEndian(UInt64(number))
        }
        bytes.appendLittleEndian(hashSeed)
        for checksum in [tileTable.checksum, blockTable.checksum, manifest.checksum] {
            bytes.appendLittleEndian(checksum)
        }
        bytes.appendLittleEndian(ShardBytes.checksum(bytes))
        return bytes
    }
}
