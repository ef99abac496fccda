internal import Files
internal import Glibc
internal import ImageMetadata
internal import TilePyramid

/// The record of the finished tiles of an unfinished pyramid, stored beside them.
///
/// A tile's file may be half written when the process is killed. A tile in the journal is whole, because it is recorded
/// after its file is closed. Entries are appended in batches; a kill loses at most the last batch, whose tiles are made
/// again.
///
/// A folder with a journal of this user is one that an interrupted run has left; no other folder is continued or emptied.
/// While such a folder is removed, its journal has the name ``replacedFileName``.
///
/// The file is a line with the format's name, a line with the fingerprint's length in bytes, the fingerprint, a line
/// feed, and then 16 bytes per tile: level, column, row and file size as little-endian 32-bit integers.
struct TileJournal {
    static let fileName = "tilekit-journal"
    /// The name of the journal of a folder that is being removed, or replaced by another.
    static let replacedFileName = "tilekit-replaced"
    /// The number of entries that are appended at a time.
    static let batchLimit = 64

    /// The number of entries that are read at a time.
    private static let readLimit = 4096

    private static let magic = "TileKit journal 3"
    /// The first line of journals whose fingerprints lack the lines that begin with ``contentPrefix``.
    private static let oldMagic = "TileKit journal 2"
    /// The beginning of the lines of a fingerprint that tell the content of the source.
    static let contentPrefix = "content "
    private static let entrySize = 16

    /// The descriptor; negative once it is closed.
    private var file: Int32
    private let path: String
    private var batch: [UInt8] = []
    /// The length of the header and of all whole entries.
    private var length: Int
    private let headerLength: Int

    /// The tiles that an earlier run finished.
    private(set) var finished: FinishedTiles
    /// The total size of their files in bytes.
    private(set) var finishedBytes = 0

    /// Whether any tile has been recorded, by this run or an earlier one.
    var hasTiles: Bool { length > headerLength || !batch.isEmpty }

    /// Creates a journal where there is none.
    init(creating path: String, pyramid: Pyramid, fingerprint: String) throws {
        file = try StoreError.check(
            open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666), "creating it", path: path)
        self.path = path
        finished = FinishedTiles(of: pyramid)
        let header = Self.header(fingerprint)
        length = header.count
        headerLength = header.count
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
    static func isOurs(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return FileOwner.isOwnFile(file, in: FilePath.parent(of: path))
    }

    /// Continues the journal at `path`; `nil` if the run that created it was killed before its first tile.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/fingerprintMismatch`` when its fingerprint differs.
    init?(continuing path: String, pyramid: Pyramid, fingerprint: String) throws {
        let file = try StoreError.check(open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC), "opening it", path: path)
        do {
            guard let header = try Self.matchingHeader(of: file, fingerprint, path) else {
                close(file)
                return nil
            }
            length = header.count
            headerLength = header.count
            lseek(file, header.count, SEEK_SET)
            var finished = FinishedTiles(of: pyramid)
            while true {
                let entries = try Self.read(Self.readLimit * Self.entrySize, from: file, path)
                for start in stride(from: 0, through: entries.count - Self.entrySize, by: Self.entrySize) {
                    func number(_ field: Int) -> Int {
                        (0..<4).reduce(0) { $0 | Int(entries[start + 4 * field + $1]) << (8 * $1) }
                    }
                    if finished.insert(TileIndex(level: number(0), column: number(1), row: number(2))) {
                        finishedBytes += number(3)
                    }
                }
                // A partial entry, cut short by a kill, is overwritten.
                length += entries.count / Self.entrySize * Self.entrySize
                if entries.count < Self.readLimit * Self.entrySize { break }
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

    private static func header(_ fingerprint: String, magic: String = magic) -> [UInt8] {
        Array("\(magic)\n\(fingerprint.utf8.count)\n\(fingerprint)\n".utf8)
    }

    /// The header that a journal begins with, by today's or the older format; `nil` if it is cut short.
    private static func matchingHeader(of file: Int32, _ fingerprint: String, _ path: String) throws -> [UInt8]? {
        let header = header(fingerprint)
        let found = try read(header.count, from: file, path)
        if found == header { return header }
        if header.starts(with: found) { return nil }
        let lines = fingerprint.split(separator: "\n", omittingEmptySubsequences: false)
        let older = Self.header(lines.filter { !$0.hasPrefix(contentPrefix) }.joined(separator: "\n"), magic: oldMagic)
        guard found.starts(with: older) || found.count < older.count && older.starts(with: found) else {
            throw StoreError(
                .fingerprintMismatch, path: FilePath.parent(of: path),
                "this partial pyramid was made from another image, or the image or the options have changed. Run "
                    + "the original command again, or start over with --force.")
        }
        return found.count < older.count ? nil : older
    }

    private static func read(_ count: Int, from file: Int32, _ path: String) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try FileSystem.read(from: file, into: UnsafeMutableRawBufferPointer(buffer), path: path)
        }
    }

    /// Records a tile whose file is complete.
    mutating func record(_ index: TileIndex, byteCount: Int) throws {
        for number in [index.level, index.column, index.row, byteCount] {
            batch.append(number, size: 4)
        }
        if batch.count >= Self.batchLimit * Self.entrySize {
            try flush()
        }
    }

    /// Appends the pending entries; after a failure they are kept for the next attempt.
    mutating func flush() throws {
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
