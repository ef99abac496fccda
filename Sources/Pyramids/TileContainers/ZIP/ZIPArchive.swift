internal import Compression
internal import Files

/// An open ZIP archive, with an index of its files by name.
///
/// Memory: 24 bytes per file and those of ``HashIndex``. Names are not kept, but compared with those in the archive.
package final class ZIPArchive: Sendable {
    package let file: any RandomAccessFile
    private let directory: ZIPCentralDirectory
    private let entries: [ZIPEntry]
    private let names: HashIndex

    /// The names of files nested in at most one folder, up to ``topLevelNameLimit``.
    ///
    /// They include the descriptors of a pyramid.
    package let topLevelNames: [String]

    /// The folder that contains all files, with a trailing slash; empty if there is none.
    package let rootFolder: String

    /// The most top-level names that are kept.
    static let topLevelNameLimit = 1_000
    /// The most bytes of a decompressed file that are accepted.
    package static let fileByteLimit = 1 << 28
    /// The most bytes that the extra field of a local header usually has.
    private static let usualExtraLength = 64
    /// The greatest compression ratio that deflate can achieve.
    private static let maximumCompressionRatio = 1_032

    /// Opens an archive and reads its central directory.
    ///
    /// - Throws: ``StoreError`` when the archive is damaged, has duplicate names, or files that overlap.
    package convenience init(opening path: String) throws { try self.init(OpenFile(reading: path)) }

    /// Opens an archive on this computer or on the network.
    package init(_ file: any RandomAccessFile) throws {
        self.file = file
        directory = try ZIPCentralDirectory(of: file)
        guard directory.length <= file.directoryByteLimit else {
            throw StoreError(
                .malformed, path: file.path,
                "its list of \(directory.count) files has \(directory.length >> 20) MiB, which is too much to be read "
                    + "from afar. Download the file, and open it.")
        }
        var entries = [ZIPEntry]()
        var names = HashIndex(capacity: directory.count)
        var topLevelNames = [String]()
        var root: [UInt8] = []
        entries.reserveCapacity(directory.count)
        var reader = ZIPCentralDirectoryReader(directory, of: file)
        try reader.forEachFile { [directory] entry, name in
            let hash = name.withUnsafeBytes(ByteHash.hash)
            guard names.first(hash) == nil else {
                throw directory.damaged("it contains two files named \(PathText.text(name))")
            }
            if entries.isEmpty {
                root = Array(name.prefix(through: name.firstIndex(of: UInt8(ascii: "/")) ?? name.startIndex))
                if root.last != UInt8(ascii: "/") { root = [] }
            } else if !root.isEmpty, !name.starts(with: root) {
                root = []
            }
            names.append(hash)
            entries.append(entry)
            if topLevelNames.count < Self.topLevelNameLimit, name.count(where: { $0 == UInt8(ascii: "/") }) < 2 {
                topLevelNames.append(PathText.text(name))
            }
        }
        try Self.checkOverlaps(entries, directory)
        self.entries = entries
        self.names = names
        self.topLevelNames = topLevelNames
        rootFolder = PathText.text(root)
    }

    package var path: String { file.path }

    /// The number of files.
    package var count: Int { entries.count }

    /// Refuses overlapping files, as in ZIP bombs.
    private static func checkOverlaps(_ entries: [ZIPEntry], _ directory: ZIPCentralDirectory) throws {
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.offset <= $1.offset }
        let sorted = isSorted ? entries : entries.sorted { $0.offset < $1.offset }
        var end = 0
        for entry in sorted {
            guard entry.offset >= end else { throw directory.damaged("files in it overlap") }
            end = entry.offset + ZIPRecords.localHeaderLength + Int(entry.compressedSize)
        }
        guard end <= directory.offset else { throw directory.damaged("a file overlaps its central directory") }
    }

    /// The central directory's entry of a file; `nil` if there is none.
    package func entry(of name: String) -> ZIPEntry? {
        // Most names are UTF-8, and are hashed without a copy.
        let hash =
            PathText.hasBytes(name)
            ? PathText.bytes(of: name).withUnsafeBytes(ByteHash.hash) : ByteHash.hash(name)
        return names.first(hash).map { entries[$0] }
    }

    /// Reads a file, or its first `limit` bytes; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError`` when the file is damaged, encrypted or compressed by an unsupported method.
    package func read(_ name: String, limit: Int = .max) throws -> [UInt8]? {
        guard let entry = entry(of: name) else { return nil }
        // Checked: offsets and sizes of the directory are within the file.
        file.prefetch(
            entry.offset, ZIPRecords.localHeaderLength + name.utf8.count + Self.usualExtraLength,
            min(limit, Int(entry.compressedSize)))
        guard let start = try dataStart(of: entry, name: name) else { return nil }
        func refuse(_ reason: String) -> StoreError {
            StoreError(.malformed, path: path, "\(name) in it \(reason).")
        }
        guard entry.flags & ZIPEntry.encrypted == 0 else { throw refuse("is encrypted, which is not supported") }
        guard Int(entry.size) <= Self.fileByteLimit, Int(entry.compressedSize) <= Self.fileByteLimit else {
            throw refuse("is too large to be read")
        }
        let bytes: [UInt8]
        switch entry.method {
        case ZIPEntry.stored:
            guard entry.size == entry.compressedSize else {
                throw refuse("is damaged: its sizes contradict each other")
            }
            bytes = try file.read(min(limit, Int(entry.size)), at: start)
        case ZIPEntry.deflated:
            guard Int(entry.size) <= Self.maximumCompressionRatio * Int(entry.compressedSize) else {
                throw refuse("is damaged: its declared size is impossible")
            }
            let compressed = try file.read(Int(entry.compressedSize), at: start)
            do {
                bytes = try DeflateCodec.inflate(compressed, count: Int(entry.size))
            } catch {
                throw refuse("is damaged: it cannot be decompressed")
            }
        default:
            throw refuse("is compressed by method \(entry.method), which is not supported. Repack it with `zip -0`")
        }
        guard bytes.count < Int(entry.size) || bytes.withUnsafeBytes(DeflateCodec.crc32) == entry.checksum else {
            throw refuse("is damaged: its checksum is wrong")
        }
        return bytes.count > limit ? Array(bytes[..<limit]) : bytes
    }

    /// Reads the bytes of a range of a file, as far as the file has them; `nil` if there is no such file.
    ///
    /// A stored file may be of any size, and its checksum is not verified unless the range has all of it. A compressed file is
    /// decompressed as a whole.
    ///
    /// - Throws: ``StoreError`` when the file is damaged, encrypted or compressed by an unsupported method.
    package func read(_ name: String, in range: Range<Int>) throws -> [UInt8]? {
        guard let entry = entry(of: name) else { return nil }
        // Checked: a size of the directory is not negative.
        let present = range.clamped(to: 0..<Int(entry.size))
        guard entry.method == ZIPEntry.stored, entry.flags & ZIPEntry.encrypted == 0,
            entry.size == entry.compressedSize, present.count < Int(entry.size)
        else {
            return try read(name).map { Array($0[range.clamped(to: $0.indices)]) }
        }
        guard let start = try dataStart(of: entry, name: name) else { return nil }
        return try file.read(present.count, at: start + present.lowerBound)
    }

    /// The bytes of the archive that are those of a file; `nil` if there is no such file, or it is not stored as it is.
    ///
    /// - Throws: ``StoreError`` when the archive is damaged or cannot be read.
    package func storedRange(of name: String) throws -> Range<Int>? {
        guard let entry = entry(of: name), entry.method == ZIPEntry.stored, entry.flags & ZIPEntry.encrypted == 0,
            entry.size == entry.compressedSize, let start = try dataStart(of: entry, name: name)
        else { return nil }
        // Checked: the data is within the file.
        return start..<start + Int(entry.size)
    }

    /// The offset of a file's data, after its local header; `nil` if that has another name.
    private func dataStart(of entry: ZIPEntry, name: String) throws -> Int? {
        let name = PathText.bytes(of: name)
        let header = try file.read(
            min(ZIPRecords.localHeaderLength + name.count, directory.offset - entry.offset), at: entry.offset)
        func number(_ position: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(header[position + $1]) << (8 * $1) }
        }
        guard header.count == ZIPRecords.localHeaderLength + name.count,
            // Checked: a constant.
            number(0, 4) == Int(ZIPRecords.localHeaderSignature)
        else { throw directory.damaged("an offset in its central directory is wrong") }
        guard header[ZIPRecords.localHeaderLength...].elementsEqual(name), number(26, 2) == name.count else {
            return nil
        }
        let start = entry.offset + header.count + number(28, 2)
        guard start + Int(entry.compressedSize) <= directory.offset else {
            throw directory.damaged("a file overlaps its central directory")
        }
        return start
    }

    /// Calls `body` for every file in the order of the central directory, which is mostly that of the archive.
    package func forEachFile(_ body: (String, ZIPEntry) throws -> Void) throws {
        var reader = ZIPCentralDirectoryReader(directory, of: file)
        try reader.forEachFile { entry, name in try body(PathText.text(name), entry) }
    }
}
