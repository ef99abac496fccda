internal import Concurrency
internal import TilePyramid

/// The files of a pyramid that is being made in a ZIP archive, nothing compressed: tiles are already.
///
/// All names begin with one folder. Headers have sizes and check sums in them, so the archive can also be read from its
/// beginning; the files that describe the pyramid come first there. What takes 64-bit numbers has them (ZIP64).
///
/// Memory: about 90 bytes and the length of its name for each file.
final class ZIPContainerWriter: ContainerWriter {
    private let partial: PartialFile
    private let data: AppendOnlyFile
    private let root: String
    private let state: Locked<State>

    private struct State {
        /// The directory as it will be written.
        var directory: [UInt8] = []
        /// Files are numbered in the order in which they were complete.
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
    ///   - path: what it will be called.
    ///   - root: the folder in it that holds everything.
    ///   - first: files that are to come before all others; they may be stored again, with the same bytes.
    ///   - options: whether an archive that is there is replaced. A run cannot be continued.
    ///   - start: where the first file begins; default 0.
    /// - Throws: ``StoreError``, naming the path and what to do.
    init(creating path: String, root: String, first: [LayoutFile], options: StoreOptions, start: Int = 0) throws {
        self.root = root
        partial = try PartialFile(creating: path, options: options)
        data = AppendOnlyFile(partial.file, from: start)
        state = Locked(State())
        for file in first {
            try write(file)
        }
    }

    /// Never: half an archive is not continued.
    func isFinished(_ index: TileIndex) -> Bool { false }

    /// 0, as nothing is continued.
    var finishedBytes: Int { 0 }

    /// None: two files that share their bytes pass for a bomb, and are refused by unzip programs.
    var deduplication: DeduplicationStatistics { DeduplicationStatistics() }

    /// Stores a tile; from any thread.
    func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws {
        try bytes.withUnsafeBytes { try write($0, to: name) }
    }

    /// Stores another file, unless it is there.
    ///
    /// - Throws: ``StoreError``, also when there is another one of this name.
    func write(_ file: LayoutFile) throws {
        if let stored = try read(file.name) {
            guard stored == file.bytes else {
                throw StoreError(.cannotCreate, path: partial.finalPath, "two files would be called \(file.name).")
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

    /// Reads a file back, before the archive is finished and after.
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

    /// Writes the directory and gives the archive its name.
    func finish() throws {
        let (directory, count) = state.withLock { ($0.directory, $0.entries.count) }
        let start = try data.append(directory)
        try data.append(ZIPRecords.end(count: count, directory: start, length: directory.count))
        try partial.moveIntoPlace()
    }

    /// Removes what there is, as half an archive cannot be continued.
    func suspend() throws {
        try partial.remove()
    }

    /// Removes what this run has stored; an older archive is not touched.
    func discard() throws {
        try partial.remove()
    }
}
