/// The directory of a page of a TIFF or BigTIFF, or of an EXIF block, which has the same structure.
///
/// Values stay in the file until they are read.
///
/// Sources: TIFF 6.0, section 2, and libtiff's BigTIFF design.
package struct TIFFDirectory: Sendable {
    /// An array of integers in the file; each can be read separately.
    package struct Table: Sendable {
        fileprivate let offset: Int
        fileprivate let width: Int
        /// The number of elements.
        package let count: Int

        /// Returns the bytes of the file that hold a range of elements; an empty range if no file can have such bytes.
        package func bytes(of range: Range<Int>) -> Range<Int> {
            let (start, isTooFar) = range.lowerBound.multipliedReportingOverflow(by: width)
            let (length, isTooLong) = range.count.multipliedReportingOverflow(by: width)
            guard !isTooFar, !isTooLong, offset <= .max - start, length <= .max - start - offset else { return 0..<0 }
            // Checked: the comparisons before it.
            return offset + start..<offset + start + length
        }
    }

    struct Entry {
        var type: TIFFType
        var count: Int
        /// The file offset of the values.
        var offset: Int
    }

    /// The offset of the directory.
    package let start: Int
    /// The offset of the next directory; 0 after the last.
    package let next: Int
    /// The number of entries.
    package let entryCount: Int
    let reader: TIFFByteReader
    let entries: [Int: Entry]

    /// The most entries of a directory; there are about 300 known tags, and each may occur once.
    package static let entryLimit = 4096
    /// The most bytes of a text that are read.
    private static let textLimit = 64 << 10
    /// The most values that are read of a tag that describes pixels.
    private static let valueLimit = 64
    /// The most values that are read of any other tag: more than a GeoTIFF has keys.
    private static let metadataLimit = 1024

    /// Reads the directory at an offset.
    ///
    /// - Throws: the reader's error when it is damaged or missing.
    package init(at start: Int, of reader: TIFFByteReader) throws {
        self.start = start
        self.reader = reader
        let header = reader.header
        guard start >= 8 else { throw reader.damaged("the offset of a directory points into the header") }
        entryCount = try reader.number(at: start, bytes: header.countBytes)
        guard (1...Self.entryLimit).contains(entryCount) else {
            throw reader.damaged("a directory has \(entryCount) entries")
        }
        // Checked: at most 4096 entries.
        let tableBytes = entryCount * header.entryBytes
        let bytes = try reader.bytes(at: start + header.countBytes, count: tableBytes + header.offsetBytes)
        entries = Self.entries(bytes[..<tableBytes], at: start + header.countBytes, header)
        next = header.number(bytes[tableBytes...])
    }

    /// Reads as much of a page's directory as possible; nil if the bytes are not a TIFF or the page does not exist.
    ///
    /// EXIF blocks are often cut short, and a damaged tag of an image is no reason to refuse its pixels.
    ///
    /// - Parameters:
    ///   - page: the number of the page, counted from 0.
    ///   - read: returns bytes at an offset; fewer at the end.
    package init?(page: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) -> [UInt8]) {
        let head = read(0, 8)
        guard head.count == 8, let header = TIFFHeader(head) else { return nil }
        let reader = TIFFByteReader(header, size: .max, read: read) { TruncatedTIFF(reason: $0) }
        func entryCount(at offset: Int) -> Int? {
            guard offset > 0, let count = try? reader.number(at: offset, bytes: header.countBytes) else { return nil }
            // A directory has at most one entry for each 16-bit tag.
            return count <= 1 << 16 ? count : nil
        }
        var start = (try? reader.firstDirectory()) ?? 0
        for _ in 0..<page {
            guard let count = entryCount(at: start),
                let next = try? reader.number(
                    // Checked: at most 65536 entries, at an offset that has been read.
                    at: start + header.countBytes + count * header.entryBytes, bytes: header.offsetBytes)
            else { return nil }
            start = next
        }
        guard let count = entryCount(at: start) else { return nil }
        self.start = start
        self.reader = reader
        self.entryCount = count
        let first = start + header.countBytes
        // Checked: at most 65536 entries, at an offset that has been read.
        let end = first + count * header.entryBytes
        // Checked: at most 65536 entries.
        let bytes = read(first, count * header.entryBytes)
        entries = Self.entries(bytes[...], at: first, header)
        next = (try? reader.number(at: end, bytes: header.offsetBytes)) ?? 0
    }

    /// Parses the complete entries among bytes that lie at the offset `first` of the file.
    private static func entries(_ bytes: ArraySlice<UInt8>, at first: Int, _ header: TIFFHeader) -> [Int: Entry] {
        var entries: [Int: Entry] = [:]
        let width = header.entryBytes
        for index in 0..<bytes.count / width {
            func number(_ offset: Int, _ count: Int) -> Int {
                // Checked: an entry of these bytes.
                let start = bytes.startIndex + index * width + offset
                return header.number(bytes[start..<start + count])
            }
            let tag = number(0, 2)
            // The first of duplicate tags counts, as in libtiff.
            guard let type = TIFFType(rawValue: number(2, 2)), entries[tag] == nil else { continue }
            let count = number(4, header.offsetBytes)
            let isInline = count <= header.offsetBytes / type.byteCount
            let offset =
                isInline
                // Checked: an entry of these bytes.
                ? first + index * width + 4 + header.offsetBytes : number(4 + header.offsetBytes, header.offsetBytes)
            entries[tag] = Entry(type: type, count: count, offset: offset)
        }
        return entries
    }

    /// The directory that a tag points to; nil if it is absent or damaged.
    package func subdirectory(_ tag: TIFFTag) -> TIFFDirectory? {
        integer(tag).flatMap { try? TIFFDirectory(at: $0, of: reader) }
    }

    /// Returns whether the directory contains a tag.
    package func has(_ tag: TIFFTag) -> Bool { entries[tag.rawValue] != nil }

    /// The number of values of a tag; nil if it is absent.
    package func length(of tag: TIFFTag) -> Int? { entries[tag.rawValue]?.count }

    /// The first values of an integer tag; empty if it is absent.
    package func numbers(_ tag: TIFFTag) throws -> [Int] {
        guard let table = table(tag) else { return [] }
        return try reader.numbers(of: table, 0..<min(table.count, Self.valueLimit))
    }

    /// The first value of an integer tag.
    package func number(_ tag: TIFFTag) throws -> Int? { try numbers(tag).first }

    /// The unread values of an integer tag; nil if the tag is absent or of another type.
    package func table(_ tag: TIFFTag) -> Table? {
        guard let entry = entries[tag.rawValue], entry.type.isUnsigned else { return nil }
        return Table(offset: entry.offset, width: entry.type.byteCount, count: entry.count)
    }

    /// The bytes of a tag; nil if it is absent or has more than `limit`.
    package func bytes(_ tag: TIFFTag, limit: Int) throws -> [UInt8]? {
        guard let entry = entries[tag.rawValue], [.byte, .ascii, .undefined].contains(entry.type),
            entry.count <= limit
        else { return nil }
        return try reader.bytes(at: entry.offset, count: entry.count)
    }

    /// The text of a tag, at most 64 KB; nil if it is absent.
    package func text(_ tag: TIFFTag) throws -> String? {
        guard let entry = entries[tag.rawValue], entry.type == .ascii || entry.type == .byte else { return nil }
        let bytes = try reader.bytes(at: entry.offset, count: min(entry.count, Self.textLimit))
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The only value of a tag, an integer or a RATIONAL.
    package func rational(_ tag: TIFFTag) throws -> Double? {
        guard let entry = entries[tag.rawValue], entry.count == 1 else { return nil }
        guard entry.type == .rational else { return try number(tag).map(Double.init) }
        return try reader.rational(at: entry.offset)
    }
}

/// The reason why a directory ends early.
private struct TruncatedTIFF: Error {
    var reason: String
}

// MARK: Values as far as they can be read

extension TIFFDirectory {
    /// The values of a tag of any numeric type, at most 1024; unreadable ones are left out.
    package func values(_ tag: TIFFTag) -> [Double] {
        guard let entry = entries[tag.rawValue] else { return [] }
        let size = entry.type.byteCount
        let count = min(entry.count, Self.metadataLimit)
        // A damaged file can give any offset, also one beyond what `Int` holds.
        // Checked: at most 1024 values of 8 bytes.
        guard entry.offset <= Int.max - count * size else { return [] }
        return (0..<count).compactMap { try? reader.value(at: entry.offset + $0 * size, type: entry.type) }
    }

    /// The first value of a tag if it is an integer.
    package func integer(_ tag: TIFFTag) -> Int? { values(tag).first.flatMap { Int(exactly: $0) } }

    /// The offset of a tag's single 16-bit value, and the bytes that set it to `value`; nil when the tag has another
    /// type.
    func shortValueLocation(_ tag: TIFFTag, value: UInt8) -> (offset: Int, bytes: [UInt8])? {
        guard let entry = entries[tag.rawValue], entry.type == .short, entry.count == 1 else { return nil }
        return (entry.offset, reader.header.isBigEndian ? [0, value] : [value, 0])
    }
}

extension TIFFByteReader {
    /// Returns whether a table is entirely in the file.
    package func holds(_ table: TIFFDirectory.Table) -> Bool {
        // Checked: the division comes first.
        table.count <= size / table.width && table.offset <= size - table.count * table.width
    }

    /// The numbers of a range of a table.
    package func numbers(of table: TIFFDirectory.Table, _ range: Range<Int>) throws -> [Int] {
        let (start, isTooFar) = range.lowerBound.multipliedReportingOverflow(by: table.width)
        guard !isTooFar, range.upperBound <= table.count, table.offset <= size - start, range.count <= size else {
            throw damaged("the offset of a table points beyond its end")
        }
        // Checked: at most as many values as the file has bytes.
        let bytes = try bytes(at: table.offset + start, count: range.count * table.width)
        return stride(from: 0, to: bytes.count, by: table.width).map { header.number(bytes[$0..<$0 + table.width]) }
    }

    /// A RATIONAL; nil with a denominator of 0.
    fileprivate func rational(at offset: Int) throws -> Double? {
        let (numerator, denominator) = try (number(at: offset, bytes: 4), number(at: offset + 4, bytes: 4))
        return denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }

    /// A value of a numeric type; nil for texts and bytes without meaning.
    fileprivate func value(at offset: Int, type: TIFFType) throws -> Double? {
        if type == .rational { return try rational(at: offset) }
        let bits = header.unsigned(try bytes(at: offset, count: type.byteCount)[...])
        return switch type {
        case .byte, .short, .long, .long8: Double(bits)
        case .signedByte: Double(Int8(truncatingIfNeeded: bits))
        case .signedShort: Double(Int16(truncatingIfNeeded: bits))
        case .signedLong: Double(Int32(truncatingIfNeeded: bits))
        case .signedLong8: Double(Int64(truncatingIfNeeded: bits))
        case .float: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .double: Double(bitPattern: bits)
        default: nil
        }
    }
}
