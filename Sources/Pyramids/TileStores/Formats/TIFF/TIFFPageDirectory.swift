/// The parsed directory of a TIFF page; values stay in the file until they are read.
struct TIFFPageDirectory: Sendable {
    /// An array of integers in the file, any of which can be read separately.
    struct Table: Sendable {
        fileprivate let offset: Int
        fileprivate let width: Int
        /// The number of elements.
        let count: Int
    }

    private struct Entry {
        var type: Int
        var count: Int
        /// The file offset of the values.
        var offset: Int
    }

    /// The offset of the directory.
    let start: Int
    /// The offset of the next directory; 0 after the last.
    let next: Int
    /// The number of entries.
    let entryCount: Int
    private let reader: TIFFByteReader
    private var entries: [Int: Entry] = [:]

    /// The most entries that are accepted; there are about 300 known tags, and each may occur once.
    static let entryLimit = 4096
    /// The most bytes of a text that are read.
    private static let textLimit = 64 << 10
    /// The most values that are read of a tag that describes pixels.
    private static let valueLimit = 64

    /// Reads the directory at an offset.
    ///
    /// - Throws: ``StoreError`` when it is damaged or missing.
    init(at start: Int, of reader: TIFFByteReader) throws {
        self.start = start
        self.reader = reader
        guard start >= 8 else { throw reader.damaged("the offset of a directory points into the header") }
        entryCount = try reader.number(at: start, bytes: reader.countBytes)
        guard (1...Self.entryLimit).contains(entryCount) else {
            throw reader.damaged("a directory has \(entryCount) entries")
        }
        let width = reader.entryBytes
        let bytes = try reader.bytes(
            at: start + reader.countBytes, count: entryCount * width + reader.offsetBytes)
        for index in 0..<entryCount {
            let entry = bytes[index * width..<(index + 1) * width]
            func number(_ offset: Int, _ count: Int) -> Int {
                reader.number(entry[entry.startIndex + offset..<entry.startIndex + offset + count])
            }
            let (type, count) = (number(2, 2), number(4, reader.offsetBytes))
            let valueBytes = Self.bytes(ofType: type)
            // The first of duplicate tags counts, as in libtiff.
            guard valueBytes > 0, entries[number(0, 2)] == nil else { continue }
            let inside = start + reader.countBytes + index * width + 4 + reader.offsetBytes
            let fits = count <= reader.offsetBytes / valueBytes
            let offset = fits ? inside : number(4 + reader.offsetBytes, reader.offsetBytes)
            entries[number(0, 2)] = Entry(type: type, count: count, offset: offset)
        }
        next = reader.number(bytes[(entryCount * width)...])
    }

    /// The size of a value of a type; 0 for unknown types.
    private static func bytes(ofType type: Int) -> Int {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: 0
        }
    }

    /// Whether the directory contains a tag.
    func has(_ tag: TIFFTag) -> Bool { entries[tag.rawValue] != nil }

    /// The first values of an integer tag; empty if it is absent.
    func numbers(_ tag: TIFFTag) throws -> [Int] {
        guard let table = table(tag) else { return [] }
        return try reader.numbers(of: table, 0..<min(table.count, Self.valueLimit))
    }

    /// The first value of an integer tag.
    func number(_ tag: TIFFTag) throws -> Int? { try numbers(tag).first }

    /// The values of an integer tag, not read yet; `nil` if the tag is absent or of another type.
    func table(_ tag: TIFFTag) -> Table? {
        guard let entry = entries[tag.rawValue], [1, 3, 4, 13, 16, 18].contains(entry.type) else { return nil }
        return Table(offset: entry.offset, width: Self.bytes(ofType: entry.type), count: entry.count)
    }

    /// The bytes of a tag; `nil` if it is absent or has more than `limit`.
    func bytes(_ tag: TIFFTag, limit: Int) throws -> [UInt8]? {
        guard let entry = entries[tag.rawValue], [1, 2, 7].contains(entry.type), entry.count <= limit else {
            return nil
        }
        return try reader.bytes(at: entry.offset, count: entry.count)
    }

    /// The text of a tag, at most 64 KB; `nil` if it is absent.
    func text(_ tag: TIFFTag) throws -> String? {
        guard let entry = entries[tag.rawValue], entry.type == 2 || entry.type == 1 else { return nil }
        let bytes = try reader.bytes(at: entry.offset, count: min(entry.count, Self.textLimit))
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The only value of a tag, an integer or a RATIONAL.
    func rational(_ tag: TIFFTag) throws -> Double? {
        guard let entry = entries[tag.rawValue], entry.count == 1 else { return nil }
        guard entry.type == 5 else { return try number(tag).map(Double.init) }
        let (numerator, denominator) = try (
            reader.number(at: entry.offset, bytes: 4), reader.number(at: entry.offset + 4, bytes: 4)
        )
        return denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }

    /// The number of values of a tag; `nil` if it is absent.
    func length(of tag: TIFFTag) -> Int? { entries[tag.rawValue]?.count }
}

extension TIFFByteReader {
    /// Whether a table is entirely in the file.
    func holds(_ table: TIFFPageDirectory.Table) -> Bool {
        table.count <= size / table.width && table.offset <= size - table.count * table.width
    }

    /// The numbers of a range of a table.
    func numbers(of table: TIFFPageDirectory.Table, _ range: Range<Int>) throws -> [Int] {
        let (start, isTooFar) = range.lowerBound.multipliedReportingOverflow(by: table.width)
        guard !isTooFar, range.upperBound <= table.count, table.offset <= size - start, range.count <= size else {
            throw damaged("the offset of a table points beyond its end")
        }
        let bytes = try bytes(at: table.offset + start, count: range.count * table.width)
        return stride(from: 0, to: bytes.count, by: table.width).map { number(bytes[$0..<$0 + table.width]) }
    }
}
