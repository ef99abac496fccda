/// A ZIP archive that is open: where its files are, by their names.
///
/// Memory: 24 bytes a file and those of ``HashIndex``; names are not kept but compared with those in the archive.
final class ZIPArchive: Sendable {
    let file: OpenFile
    private let directory: ZIPCentralDirectory
    private let entries: [ZIPEntry]
    private let names: HashIndex

    /// The names of files that are in no folder, or in a folder that is in none, up to ``topLevelNameLimit``.
    ///
    /// Among them are those that describe a pyramid.
    let topLevelNames: [String]

    /// The folder that all files are in, with a slash at its end; empty when there is none.
    let rootFolder: String

    /// How many such names are kept.
    static let topLevelNameLimit = 1_000
    /// The most bytes of a file, unpacked, that are believed.
    static let fileByteLimit = 1 << 28
    /// The least bytes of a deflated file for so many unpacked ones: deflate never does better.
    private static let maximumCompressionRatio = 1_032

    /// Opens an archive and reads its directory.
    ///
    /// - Throws: ``StoreError`` when it is damaged, or has two files of one name, or files within each other.
    init(opening path: String) throws {
        file = try OpenFile(reading: path)
        directory = try ZIPCentralDirectory(of: file)
        var (entries, names, topLevelNames) = ([ZIPEntry](), HashIndex(capacity: directory.count), [String]())
        var root: [UInt8] = []
        entries.reserveCapacity(directory.count)
        var reader = ZIPCentralDirectoryReader(directory, of: file)
        try reader.forEachFile { [directory] entry, name in
            let hash = name.withUnsafeBytes(ByteHash.hash)
            guard names.first(hash) == nil else {
                throw directory.damaged("two files in it are called \(String(decoding: name, as: UTF8.self))")
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
                topLevelNames.append(String(decoding: name, as: UTF8.self))
            }
        }
        try Self.checkOverlaps(entries, directory)
        (self.entries, self.names, self.topLevelNames) = (entries, names, topLevelNames)
        rootFolder = String(decoding: root, as: UTF8.self)
    }

    var path: String { file.path }

    /// How many files there are.
    var count: Int { entries.count }

    /// Refuses files within each other, of which bombs are made.
    private static func checkOverlaps(_ entries: [ZIPEntry], _ directory: ZIPCentralDirectory) throws {
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.offset <= $1.offset }
        let sorted = isSorted ? entries : entries.sorted { $0.offset < $1.offset }
        var end = 0
        for entry in sorted {
            guard entry.offset >= end else { throw directory.damaged("files in it overlap") }
            end = entry.offset + ZIPRecords.localHeaderLength + Int(entry.compressedSize)
        }
        guard end <= directory.offset else { throw directory.damaged("a file would reach into its directory") }
    }

    /// What the directory says of a file; nil when there is none of that name.
    func entry(of name: String) -> ZIPEntry? {
        names.first(ByteHash.hash(name)).map { entries[$0] }
    }

    /// Reads a file, or its first `limit` bytes; nil when there is none of that name.
    ///
    /// - Throws: ``StoreError`` when there is one that is damaged, or packed in a way that is not read here.
    func read(_ name: String, limit: Int = .max) throws -> [UInt8]? {
        guard let entry = entry(of: name), let start = try dataStart(of: entry, name: name) else { return nil }
        func refuse(_ reason: String) -> StoreError {
            StoreError(.malformed, path: path, "\(name) in it \(reason).")
        }
        guard entry.flags & ZIPEntry.encrypted == 0 else { throw refuse("is encrypted, and is not read") }
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
                throw refuse("is damaged: it cannot have the size that it says")
            }
            let compressed = try file.read(Int(entry.compressedSize), at: start)
            do {
                bytes = try DeflateCodec.inflate(compressed, count: Int(entry.size))
            } catch {
                throw refuse("is damaged: it cannot be unpacked")
            }
        default:
            throw refuse("is packed in a way (\(entry.method)) that is not read here. Pack it anew with `zip -0`")
        }
        guard bytes.count < Int(entry.size) || bytes.withUnsafeBytes(DeflateCodec.crc32) == entry.checksum else {
            throw refuse("is damaged: its check sum is wrong")
        }
        return bytes.count > limit ? Array(bytes[..<limit]) : bytes
    }

    /// Where the bytes of a file begin, by the header before it; nil when it turns out to have another name.
    private func dataStart(of entry: ZIPEntry, name: String) throws -> Int? {
        let header = try file.read(
            min(ZIPRecords.localHeaderLength + name.utf8.count, directory.offset - entry.offset), at: entry.offset)
        func number(_ position: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(header[position + $1]) << (8 * $1) }
        }
        guard header.count == ZIPRecords.localHeaderLength + name.utf8.count,
            number(0, 4) == Int(ZIPRecords.localHeaderSignature)
        else { throw directory.damaged("there is no file where its directory says") }
        guard header[ZIPRecords.localHeaderLength...].elementsEqual(name.utf8), number(26, 2) == name.utf8.count else {
            return nil
        }
        let start = entry.offset + header.count + number(28, 2)
        guard start + Int(entry.compressedSize) <= directory.offset else {
            throw directory.damaged("a file would reach into its directory")
        }
        return start
    }

    /// Names all files in the order of the directory, which is mostly that of the archive.
    func forEachFile(_ body: (String, ZIPEntry) throws -> Void) throws {
        var reader = ZIPCentralDirectoryReader(directory, of: file)
        try reader.forEachFile { entry, name in try body(String(decoding: name, as: UTF8.self), entry) }
    }
}
