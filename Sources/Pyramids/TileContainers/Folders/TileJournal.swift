internal import Concurrency
internal import Files
internal import Glibc
package import TilePyramid

/// The record of the finished tiles of an unfinished pyramid, stored beside them.
///
/// A tile's file may be half written when the process is killed, and after a power failure it may lack any of its bytes, as the
/// journal may. So the journal has the size and a hash of every tile, and only tiles that have both are continued with. Entries
/// are appended in batches; a kill loses at most the last batch, whose tiles are made again.
///
/// A folder with a journal of this user is one that an interrupted run has left; no other folder is continued or emptied.
/// While such a folder is removed, its journal has the name ``replacedFileName``.
///
/// The file is a line with the format's name, a line with the fingerprint's length in bytes, the fingerprint, a line
/// feed, and then 24 bytes per tile: level, column, row and file size as little-endian 32-bit integers, and the ``ByteHash``
/// of the file with the seed 0 as a 64-bit one. Older journals have no hashes.
package struct TileJournal {
    package static let fileName = "tilekit-journal"
    /// The name of the journal of a folder that is being removed, or replaced by another.
    static let replacedFileName = "tilekit-replaced"
    /// The number of entries that are appended at a time.
    static let batchLimit = 64

    /// The number of entries that are read at a time.
    private static let readLimit = 4096

    private static let magic = "TileKit journal 4"
    /// The first line of journals without hashes.
    private static let magicWithoutHashes = "TileKit journal 3"
    /// The first line of journals without hashes whose fingerprints lack the lines that begin with ``contentPrefix``.
    private static let oldMagic = "TileKit journal 2"
    /// The beginning of the lines of a fingerprint that tell the content of the source.
    static let contentPrefix = "content "

    /// The hash of tiles.
    private static let hash = ByteHash(seed: 0)

    /// A recorded tile.
    package struct Entry: Sendable {
        /// The bytes of an entry.
        package static let size = 24
        /// The bytes of an entry of an older journal, which has no hashes.
        static let sizeWithoutHash = 16

        package var index: TileIndex
        package var byteCount: Int
        /// The hash of the bytes; `nil` in older journals.
        package var hash: UInt64?

        /// Whether these are the bytes of the tile.
        package func matches(_ bytes: [UInt8]) -> Bool {
            bytes.count == byteCount && (hash.map { $0 == bytes.withUnsafeBytes(TileJournal.hash.hash) } ?? true)
        }

        fileprivate init(_ bytes: ArraySlice<UInt8>) {
            func number(_ offset: Int, _ count: Int = 4) -> UInt64 {
                (0..<count).reduce(0) { $0 | UInt64(bytes[bytes.startIndex + offset + $1]) << UInt64(8 * $1) }
            }
            index = TileIndex(level: Int(number(0)), column: Int(number(4)), row: Int(number(8)))
            byteCount = Int(number(12))
            hash = bytes.count == Self.size ? number(16, 8) : nil
        }
    }

    /// The descriptor; negative once it is closed.
    private var file: Int32
    private let path: String
    private var batch: [UInt8] = []
    /// The length of the header and of all whole entries.
    private var length: Int
    private let headerLength: Int
    /// The bytes of an entry of this journal.
    private let entrySize: Int

    /// The tiles that an earlier run finished.
    package private(set) var finished: FinishedTiles
    /// The total size of their files in bytes.
    package private(set) var finishedBytes = 0

    /// Whether any tile has been recorded, by this run or an earlier one.
    package var hasTiles: Bool { length > headerLength || !batch.isEmpty }

    /// Creates a journal where there is none.
    package init(creating path: String, pyramid: Pyramid, fingerprint: String) throws {
        file = try StoreError.check(
            open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666), "creating it", path: path)
        self.path = path
        finished = FinishedTiles(of: pyramid)
        let header = Self.header(fingerprint)
        length = header.count
        headerLength = header.count
        entrySize = Entry.size
        do {
            try header.withUnsafeBytes { try FileSystem.write($0, to: file, path: path) }
        } catch {
            // Half a header would look like that of another image.
            close(file)
            unlink(path)
            throw error
        }
    }

    /// Whether a path is a journal of this user: a file without other names, and no link to one.
    package static func isOurs(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return FileOwner.isOwnFile(file, in: FilePath.parent(of: path))
    }

    /// Continues the journal at `path`; `nil` if the run that created it ended before its header was on the disk.
    ///
    /// - Parameters:
    ///   - path: the path of the journal.
    ///   - pyramid: the geometry.
    ///   - fingerprint: identifies the image and the options.
    ///   - isWhole: whether the tile of an entry is there with all of its bytes; called from several threads.
    /// - Throws: ``StoreError``, with code ``StoreError/Code/fingerprintMismatch`` when its fingerprint differs.
    package init?(
        continuing path: String, pyramid: Pyramid, fingerprint: String, isWhole: @Sendable (Entry) throws -> Bool
    ) throws {
        let file = try StoreError.check(open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC), "opening it", path: path)
        do {
            guard let (header, entrySize) = try Self.matchingHeader(of: file, fingerprint, path) else {
                close(file)
                return nil
            }
            length = header.count
            headerLength = header.count
            self.entrySize = entrySize
            lseek(file, header.count, SEEK_SET)
            var finished = FinishedTiles(of: pyramid)
            while true {
                let bytes = try Self.read(Self.readLimit * entrySize, from: file, path)
                let entries = stride(from: 0, through: bytes.count - entrySize, by: entrySize)
                    .map { Entry(bytes[$0..<$0 + entrySize]) }.filter { pyramid.contains($0.index) }
                for (entry, isWhole) in zip(entries, try Self.areWhole(entries, isWhole)) where isWhole {
                    if finished.insert(entry.index) { finishedBytes += entry.byteCount }
                }
                // A partial entry, cut short by a kill, is overwritten.
                length += bytes.count / entrySize * entrySize
                if bytes.count < Self.readLimit * entrySize { break }
            }
            self.finished = finished
        } catch {
            close(file)
            throw error
        }
        self.file = file
        self.path = path
        removeTornEntry()
    }

    private static func areWhole(
        _ entries: [Entry], _ isWhole: @Sendable (Entry) throws -> Bool
    ) throws -> [Bool] {
        let results = Locked([Bool](repeating: false, count: entries.count))
        try parallelFor(entries.count, workers: Processors.count, makeContext: {}) { number, _ in
            let result = try isWhole(entries[number])
            results.withLock { $0[number] = result }
        }
        return results.withLock(\.self)
    }

    private static func header(_ fingerprint: String, magic: String = magic) -> [UInt8] {
        Array("\(magic)\n\(fingerprint.utf8.count)\n\(fingerprint)\n".utf8)
    }

    /// The header that a journal begins with, by today's or an older format, and the size of its entries; `nil` if it is cut
    /// short, or bytes of it were never written to the disk.
    private static func matchingHeader(
        of file: Int32, _ fingerprint: String, _ path: String
    ) throws -> (header: [UInt8], entrySize: Int)? {
        let lines = fingerprint.split(separator: "\n", omittingEmptySubsequences: false)
        let older = lines.filter { !$0.hasPrefix(contentPrefix) }.joined(separator: "\n")
        let headers = [
            (header(fingerprint), Entry.size),
            (header(fingerprint, magic: magicWithoutHashes), Entry.sizeWithoutHash),
            (header(older, magic: oldMagic), Entry.sizeWithoutHash),
        ]
        let found = try read(headers.map(\.0.count).max() ?? 0, from: file, path)
        if let matching = headers.first(where: { found.starts(with: $0.0) }) { return matching }
        // What was lost in a power failure is missing, or reads as zeros.
        let isIncomplete = headers.contains { header, _ in zip(found, header).allSatisfy { $0 == $1 || $0 == 0 } }
        guard isIncomplete else {
            throw StoreError(
                .fingerprintMismatch, path: FilePath.parent(of: path),
                "this partial pyramid was made from another image, or the image or the options have changed. Resume "
                    + "with the original image and options, or start over.")
        }
        return nil
    }

    private static func read(_ count: Int, from file: Int32, _ path: String) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try FileSystem.read(from: file, into: UnsafeMutableRawBufferPointer(buffer), path: path)
        }
    }

    /// The hash of a tile, which is recorded with it.
    package static func hash(of bytes: RawSpan) -> UInt64 { bytes.withUnsafeBytes(hash.hash) }

    /// Records a tile whose file is complete.
    mutating func record(_ index: TileIndex, byteCount: Int, hash: UInt64) throws {
        for number in [index.level, index.column, index.row, byteCount] {
            batch.appendLittleEndian(UInt32(truncatingIfNeeded: number))
        }
        if entrySize == Entry.size { batch.appendLittleEndian(hash) }
        if batch.count >= Self.batchLimit * entrySize {
            try flush()
        }
    }

    /// Appends the pending entries; after a failure they are kept for the next attempt.
    package mutating func flush() throws {
        do {
            try batch.withUnsafeBytes { try FileSystem.write($0, to: file, path: path) }
        } catch {
            removeTornEntry()
            throw error
        }
        length += batch.count
        batch.removeAll(keepingCapacity: true)
    }

    /// Truncates the file after the last whole entry, because entries after a partial one would be misread.
    private func removeTornEntry() {
        ftruncate(file, length)
        lseek(file, length, SEEK_SET)
    }

    /// Closes the file; nothing may be recorded afterwards.
    mutating func closeFile() {
        if file >= 0 {
            close(file)
        }
        file = -1
    }
}
