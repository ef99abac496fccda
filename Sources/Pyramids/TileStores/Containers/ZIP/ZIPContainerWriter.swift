internal import Compression
internal import Concurrency
internal import TilePyramid

/// Writes the files of a pyramid to a ZIP archive, uncompressed, because tiles are compressed already.
///
/// All files are in one folder. Local headers contain sizes and checksums, so that the archive can be read as a stream,
/// with the descriptors first. ZIP64 records are used where necessary.
///
/// Memory: about 90 bytes and the length of its name per file.
final class ZIPContainerWriter: ContainerWriter {
    private let partial: PartialFile
    private let data: AppendOnlyFile
    private let root: String
    private let state: Locked<State>

    private struct State {
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
    ///   - root: the folder in the archive that contains all files.
    ///   - first: the files that come first; they may be written again with the same bytes.
    ///   - options: whether an existing archive is replaced. A run cannot be continued.
    ///   - start: the offset of the first file. The default is 0.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    init(creating path: String, root: String, first: [ContainerFile], options: StoreOptions, start: Int = 0) throws {
        self.root = root
        partial = try PartialFile(creating: path, options: options)
        data = AppendOnlyFile(partial.file, from: start)
        state = Locked(State())
        for file in first {
            try write(file)
        }
    }

    /// Always `false`: a partial archive cannot be continued.
    func isFinished(_ index: TileIndex) -> Bool { false }

    var finishedBytes: Int { 0 }

    /// Always empty: unzip programs refuse files that share their bytes, as in ZIP bombs.
    var deduplication: DeduplicationStatistics { DeduplicationStatistics() }

    func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws {
        try bytes.withUnsafeBytes { try write($0, to: name) }
    }

    /// Stores a file other than a tile, unless it has been stored already.
    ///
    /// - Throws: ``StoreError``, also when a different file of that name has been stored.
    func write(_ file: ContainerFile) throws {
        if let stored = try read(file.name) {
            guard stored == file.bytes else {
                throw StoreError(.cannotCreate, path: partial.finalPath, "two files would be named \(file.name).")
            }
            return
        }
        try file.bytes.withUnsafeBytes { try write($0, to: file.name) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to name: String) throws {
        let name = "\(root)/\(name)"
        guard bytes.count < Int(UInt32.max), name.utf8.count <= Int(UInt16.max) else {
            throw StoreError(.cannotCreate, path: partial.finalPath, "\(name) is too large for the archive.")
        }
        var entry = ZIPEntry(
            offset: 0, compressedSize: UInt32(bytes.count), size: UInt32(bytes.count),
            checksum: DeflateCodec.crc32(bytes), method: ZIPEntry.stored, flags: ZIPEntry.utf8Name)
        let header = ZIPRecords.localHeader(entry, name: name)
        entry.offset = data.reserve(header.count + bytes.count)
        try data.file.write(header, bytes, at: entry.offset)
        state.withLock { $0.add(entry, name: name) }
    }

    /// Reads a file, before or after ``finish()``.
    func read(_ name: String) throws -> [UInt8]? {
        let name = "\(root)/\(name)"
        let hash = ByteHash.hash(name)
        var number = -1
        while true {
            let found = state.withLock { state in
                state.names.first(hash, after: number).map { ($0, state.entries[$0]) }
            }
            guard let (next, entry) = found else { return nil }
            let start = ZIPRecords.localHeaderLength + name.utf8.count
            let bytes = try data.file.read(start + Int(entry.size), at: entry.offset)
            if bytes[ZIPRecords.localHeaderLength..<start].elementsEqual(name.utf8) { return Array(bytes[start...]) }
            number = next
        }
    }

    /// Writes the central directory and gives the archive its final name.
    func finish() throws {
        let (directory, count) = state.withLock { ($0.directory, $0.entries.count) }
        let start = try data.append(directory)
        try data.append(ZIPRecords.end(count: count, directory: start, length: directory.count))
        try partial.moveIntoPlace()
    }

    /// Removes the partial archive, which cannot be continued.
    func suspend() throws { try discard() }

    func discard() throws { try partial.remove() }
}
