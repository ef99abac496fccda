internal import Glibc
internal import TilePyramid

/// The record of which tiles an unfinished pyramid has, kept beside them.
///
/// A tile file that exists may still be half written when the process was killed; a tile in the journal is whole,
/// because it is entered after its file was closed. Entries are gathered and appended in batches, so a kill loses the
/// last batch at most, and those tiles are made again.
///
/// The file: a line with the format's name, a line with the fingerprint's length in bytes, the fingerprint, a line
/// feed; then 16 bytes a tile: level, column, row and the size of its file in bytes as little-endian 32-bit numbers.
struct TileJournal {
    static let fileName = "tilekit-journal"
    /// Entries kept back before they are appended.
    static let batchLimit = 64

    /// Entries read at a time.
    private static let readLimit = 4096

    private static let magic = "TileKit journal 2"
    private static let entrySize = 16

    /// Negative once it is closed.
    private var file: Int32
    private let path: String
    private var batch: [UInt8] = []
    /// How far the file is known to be right.
    private var length: Int

    /// The tiles an earlier run has finished.
    private(set) var finished: FinishedTiles
    /// The bytes of their files.
    private(set) var finishedBytes = 0

    /// Begins a journal, replacing one that is there.
    init(creating path: String, pyramid: Pyramid, fingerprint: String) throws {
        file = try StoreError.check(
            open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666), "creating it", path: path)
        self.path = path
        finished = FinishedTiles(of: pyramid)
        let header = Self.header(fingerprint)
        length = header.count
        do {
            try header.withUnsafeBytes { try FileSystem.write($0, to: file, path: path) }
        } catch {
            // Half a header would pass for that of other work.
            close(file)
            unlink(path)
            throw error
        }
    }

    /// Continues the journal at `path`, whose fingerprint must be the same.
    ///
    /// - Throws: ``StoreError`` with code `different` when it is of other work.
    init(continuing path: String, pyramid: Pyramid, fingerprint: String) throws {
        let file = try StoreError.check(open(path, O_RDWR | O_CLOEXEC), "opening it", path: path)
        do {
            let header = Self.header(fingerprint)
            guard try Self.read(header.count, from: file, path) == header else {
                throw StoreError(
                    .fingerprintMismatch, path: FilePath.parent(of: path),
                    "this partial pyramid is of another image, or the image or the options have changed since. Run "
                        + "the same command as then, or start anew with --force.")
            }
            length = header.count
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
                // An entry cut short by a kill is overwritten.
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

    private static func header(_ fingerprint: String) -> [UInt8] {
        Array("\(magic)\n\(fingerprint.utf8.count)\n\(fingerprint)\n".utf8)
    }

    private static func read(_ count: Int, from file: Int32, _ path: String) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try FileSystem.read(from: file, into: UnsafeMutableRawBufferPointer(buffer), path: path)
        }
    }

    /// Enters a tile whose file is complete.
    mutating func record(_ index: TileIndex, byteCount: Int) throws {
        for number in [index.level, index.column, index.row, byteCount] {
            for byte in 0..<4 {
                batch.append(UInt8(truncatingIfNeeded: number >> (8 * byte)))
            }
        }
        if batch.count >= Self.batchLimit * Self.entrySize {
            try flush()
        }
    }

    /// Appends what has been kept back; what could not be written is kept and written with the next batch.
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

    /// Puts the end of the file where entries are whole: what follows half an entry would be read as others.
    private func removeTornEntry() {
        ftruncate(file, length)
        lseek(file, length, SEEK_SET)
    }

    /// Closes the file; nothing may be entered afterwards.
    mutating func closeFile() {
        if file >= 0 {
            close(file)
        }
        file = -1
    }
}
