/// The tags of one page of a TIFF or BigTIFF file, or of an EXIF block, which has the same structure.
///
/// Only tags with few values are read. Sources: TIFF 6.0, section 2, and libtiff's BigTIFF design.
struct TIFFDirectory {
    /// The tags that are read here.
    enum Tag: Int {
        case width = 256
        case height = 257
        case bitsPerSample = 258
        case photometric = 262
        case orientation = 274
        case samplesPerPixel = 277
        case xResolution = 282
        case yResolution = 283
        case resolutionUnit = 296
        case extraSamples = 338
        case sampleFormat = 339
        case sMinSampleValue = 340
        case sMaxSampleValue = 341
        case modelPixelScale = 33550
        case modelTiepoint = 33922
        case modelTransformation = 34264
        case geoKeyDirectory = 34735
    }

    /// The maximum number of values that are read of a tag: more than a GeoTIFF has keys.
    private static let valueLimit = 1024

    private struct Entry {
        var type: Int
        var count: Int
        var offset: Int
    }

    private let reader: TIFFFieldReader
    private var entries: [Int: Entry] = [:]

    /// Reads a page's directory; nil when the bytes are no TIFF or the page does not exist.
    ///
    /// - Parameters:
    ///   - page: counted from 0.
    ///   - read: returns bytes at an offset; fewer at the end.
    init?(page: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
        guard let reader = TIFFFieldReader(read) else { return nil }
        self.reader = reader
        var offset = reader.firstDirectory
        for _ in 0..<page {
            guard offset > 0, let count = reader.entryCount(at: offset) else { return nil }
            let next = offset + reader.countBytes + count * reader.entryBytes
            guard let following = reader.offset(at: next) else { return nil }
            offset = following
        }
        guard offset > 0, let count = reader.entryCount(at: offset) else { return nil }
        for index in 0..<count {
            let start = offset + reader.countBytes + index * reader.entryBytes
            guard let tag = reader.integer(at: start, bytes: 2), let type = reader.integer(at: start + 2, bytes: 2),
                let values = reader.offset(at: start + 4)
            else { return }
            let position = start + 4 + reader.offsetBytes
            let inline =
                values <= reader.offsetBytes && values * TIFFFieldReader.size(ofType: type) <= reader.offsetBytes
            guard let offset = inline ? position : reader.offset(at: position) else { return }
            entries[tag] = Entry(type: type, count: values, offset: offset)
        }
    }

    /// The values of a tag; empty when it is absent.
    func values(_ tag: Tag) -> [Double] {
        guard let entry = entries[tag.rawValue] else { return [] }
        let size = TIFFFieldReader.size(ofType: entry.type)
        let count = min(entry.count, Self.valueLimit)
        // A damaged file can give any offset, also one beyond what `Int` holds.
        guard entry.offset <= Int.max - count * size else { return [] }
        return (0..<count).compactMap { reader.number(at: entry.offset + $0 * size, type: entry.type) }
    }

    /// The first value of a tag when it is an integer.
    func integer(_ tag: Tag) -> Int? { values(tag).first.flatMap { Int(exactly: $0) } }

    /// The offset of a tag's single 16-bit value, and the bytes that set it to `value`; nil when the tag has another
    /// type.
    func shortValueLocation(_ tag: Tag, value: UInt8) -> (offset: Int, bytes: [UInt8])? {
        guard let entry = entries[tag.rawValue], entry.type == 3, entry.count == 1 else { return nil }
        return (entry.offset, reader.isBigEndian ? [0, value] : [value, 0])
    }
}

/// Reads the numbers of a TIFF file in its byte order and offset size.
private struct TIFFFieldReader {
    let read: (_ offset: Int, _ count: Int) -> [UInt8]
    let isBigEndian: Bool
    private let isBigTIFF: Bool

    init?(_ read: @escaping (Int, Int) -> [UInt8]) {
        self.read = read
        let head = read(0, 8)
        guard head.count == 8 else { return nil }
        switch (head[0], head[1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        switch isBigEndian ? (head[2], head[3]) : (head[3], head[2]) {
        case (0, 42): isBigTIFF = false
        case (0, 43): isBigTIFF = true
        default: return nil
        }
    }

    var offsetBytes: Int { isBigTIFF ? 8 : 4 }
    var countBytes: Int { isBigTIFF ? 8 : 2 }
    var entryBytes: Int { isBigTIFF ? 20 : 12 }
    var firstDirectory: Int { offset(at: isBigTIFF ? 8 : 4) ?? 0 }

    func entryCount(at offset: Int) -> Int? {
        // A directory has at most one entry for each 16-bit tag.
        integer(at: offset, bytes: countBytes).flatMap { $0 <= 65536 ? $0 : nil }
    }

    func offset(at position: Int) -> Int? { integer(at: position, bytes: offsetBytes) }

    func integer(at offset: Int, bytes count: Int) -> Int? {
        let bytes = read(offset, count)
        guard bytes.count == count else { return nil }
        let value = (isBigEndian ? bytes : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    static func size(ofType type: Int) -> Int {
        switch type {
        case 3, 8: 2
        case 4, 9, 11: 4
        case 5, 10, 12, 16, 17: 8
        default: 1
        }
    }

    func number(at offset: Int, type: Int) -> Double? {
        let size = TIFFFieldReader.size(ofType: type)
        let bytes = read(offset, size)
        guard bytes.count == size else { return nil }
        if type == 5, let numerator = integer(at: offset, bytes: 4), let denominator = integer(at: offset + 4, bytes: 4)
        {
            return denominator == 0 ? nil : Double(numerator) / Double(denominator)
        }
        let bits = (isBigEndian ? bytes : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return switch type {
        case 1, 3, 4, 16: Double(bits)
        case 6: Double(Int8(truncatingIfNeeded: bits))
        case 8: Double(Int16(truncatingIfNeeded: bits))
        case 9: Double(Int32(truncatingIfNeeded: bits))
        case 17: Double(Int64(truncatingIfNeeded: bits))
        case 11: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 12: Double(bitPattern: bits)
        default: nil
        }
    }
}
