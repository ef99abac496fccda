internal import Compression
internal import Concurrency
package import TilePyramid

/// Writes the files of a pyramid to a ZIP archive, uncompressed, because tiles are compressed already.
///
/// All files are in one folder, or in none. Local headers contain sizes and checksums, so that the archive can be read as a stream,
/// with the descriptors first, then the tiles in the order of ``TileSequencer``. ZIP64 records are used where necessary.
///
/// Memory: about 90 bytes and the length of its name per file, and that of ``TileSequencer``.
package final class ZIPContainerWriter: ContainerWriter {
    private let partial: PartialFile
    private let data: AppendOnlyFile
    private let root: String
    private let state: Locked<State>
    private let sequencer: TileSequencer<TileRecord>

    /// The record of a tile that has no place in the archive yet.
    private struct TileRecord {
        /// The name in the archive.
        var name: String
        /// The CRC-32 of the bytes.
        var checksum: UInt32
    }

    private struct State: Sendable {
        /// The central directory as it will be written.
        var directory: [UInt8] = []
        /// The number of each file, in the order in which they were completed.
        var names = HashIndex()
        var entries: [ZIPEntry] = []

        mutating func add(_ entry: ZIPEntry, name: String) {
            ZIPRecords.appendCentralHeader(entry, name: name, to: &directory)
            names.append(ByteHash.hash(name))
            entries.append(entry)
        }
    }

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - path: the path of the finished archive.
    ///   - root: the folder in the archive that contains all files; empty if they lie in none.
    ///   - pyramid: the geometry, which decides about the order of the tiles.
    ///   - first: the files that come first; they may be written again with the same bytes.
    ///   - options: whether an existing archive is replaced. A run cannot be continued.
    ///   - start: the offset of the first file. The default is 0.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package init(
        creating path: String, root: String, pyramid: Pyramid, first: [ContainerFile], options: StoreOptions,
        start: Int = 0
    ) throws {
        self.root = root
        partial = try PartialFile(creating: path, options: options)
        let data = AppendOnlyFile(partial.file, from: start)
        let state = Locked(State())
        self.data = data
        self.state = state
        sequencer = TileSequencer(of: pyramid, spoolingBeside: partial.spoolPath) { _, bytes, record in
            try Self.append(bytes, record, to: data, state)
        }
        for file in first {
            try append(file)
        }
    }

    /// Always `false`: a partial archive cannot be continued.
    package func isFinished(_ index: TileIndex) -> Bool { false }

    package var finishedBytes: Int { 0 }

    /// Always empty: unzip programs refuse files that share their bytes, as in ZIP bombs.
    package var deduplication: DeduplicationStatistics { DeduplicationStatistics() }

    package func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws {
        try bytes.withUnsafeBytes { bytes in
            let record = TileRecord(name: try entryName(name, bytes.count), checksum: DeflateCodec.crc32(bytes))
            try sequencer.add(index, bytes, record)
        }
    }

    package func write(_ run: TileRun, names: (TileIndex) -> String) throws {
        let tiles = try run.tiles.map { tile in
            let record = TileRecord(name: try entryName(names(tile.index), tile.length), checksum: tile.checksum)
            return (tile.index, tile.offset..<tile.offset + tile.length, record)
        }
        try sequencer.add(tiles, in: run.file)
    }

    package func skip(_ index: TileIndex) throws { try sequencer.skip(index) }

    /// Stores a file other than a tile after all tiles so far, unless it has been stored already.
    ///
    /// - Throws: ``StoreError``, also when a different file of that name has been stored.
    package func write(_ file: ContainerFile) throws {
        try sequencer.flush()
        try append(file)
    }

    private func append(_ file: ContainerFile) throws {
        if let stored = try read(file.name) {
            guard stored == file.bytes else {
                throw StoreError(.cannotCreate, path: partial.finalPath, "two files would be named \(file.name).")
            }
            return
        }
        let checksum = file.bytes.withUnsafeBytes(DeflateCodec.crc32)
        let record = TileRecord(name: try entryName(file.name, file.bytes.count), checksum: checksum)
        try Self.append(.array(file.bytes), record, to: data, state)
    }

    private func fullName(of name: String) -> String { root.isEmpty ? name : "\(root)/\(name)" }

    /// The name in the archive of a file that has a number of bytes.
    private func entryName(_ name: String, _ count: Int) throws -> String {
        let name = fullName(of: name)
        guard count < Int(UInt32.max), name.utf8.count <= Int(UInt16.max) else {
            throw StoreError(.cannotCreate, path: partial.finalPath, "\(name) is too large for the archive.")
        }
        return name
    }

    private static func append(
        _ bytes: TileBytes, _ record: TileRecord, to data: AppendOnlyFile, _ state: Locked<State>
    ) throws {
        var entry = ZIPEntry(
            offset: 0, compressedSize: UInt32(bytes.count), size: UInt32(bytes.count), checksum: record.checksum,
            method: ZIPEntry.stored, flags: ZIPEntry.utf8Name)
        entry.offset = try data.append(ZIPRecords.localHeader(entry, name: record.name), bytes)
        state.withLock { $0.add(entry, name: record.name) }
    }

    package func read(_ name: String, of index: TileIndex) throws -> [UInt8]? {
        try sequencer.read(index) ?? read(name)
    }

    /// Reads a file, before or after ``finish()``.
    package func read(_ name: String) throws -> [UInt8]? {
        let name = fullName(of: name)
        let hash = ByteHash.hash(name)
        var number = -1
        while true {
            let found = state.withLock { state in
                state.names.first(hash, after: number).map { ($0, state.entries[$0]) }
            }
            guard let (next, entry) = found else { return nil }
            let start = ZIPRecords.localHeaderLength + name.utf8.count
            let bytes = try data.read(TileBlobStore.Location(offset: entry.offset, length: start + Int(entry.size)))
            if bytes[ZIPRecords.localHeaderLength..<start].elementsEqual(name.utf8) { return Array(bytes[start...]) }
            number = next
        }
    }

    /// Writes the central directory and gives the archive its final name.
    package func finish() throws {
        try sequencer.flush()
        let (directory, count) = state.withLock { ($0.directory, $0.entries.count) }
        let start = try data.append(directory)
        try data.append(ZIPRecords.end(count: count, directory: start, length: directory.count))
        try data.flush()
        try partial.moveIntoPlace()
    }

    /// Removes the partial archive, which cannot be continued.
    package func suspend() throws { try discard() }

    package func discard() throws { try partial.remove() }
}
