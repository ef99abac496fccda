/// Builds a TIFF directory and its out-of-line values (TIFF 6.0, section 2), little-endian.
struct TIFFDirectoryBuilder {
    /// The values of a tag.
    enum Value {
        case shorts([Int])
        case longs([Int])
        /// File offsets: 32 bits, or 64 in a BigTIFF.
        case offsets([Int])
        case rationals([(Int, Int)])
        case doubles([Double])
        case text(String)
        case bytes([UInt8])
    }

    private var entries: [(tag: TIFFTag, value: Value)] = []

    /// The value of a tag; `nil` leaves the tag out.
    subscript(tag: TIFFTag) -> Value? {
        get { entries.first { $0.tag == tag }?.value }
        set {
            entries.removeAll { $0.tag == tag }
            guard let newValue else { return }
            let position = entries.firstIndex { $0.tag.rawValue > tag.rawValue } ?? entries.count
            entries.insert((tag, newValue), at: position)
        }
    }

    /// The size in bytes, a multiple of 8; it does not depend on the values of offsets.
    func size(isBigTIFF: Bool) -> Int {
        let inline = isBigTIFF ? 8 : 4
        let outside = entries.map { $0.value.byteCount(isBigTIFF: isBigTIFF) }.filter { $0 > inline }
        return outside.reduce(Self.headSize(entries.count, isBigTIFF: isBigTIFF)) { $0 + Self.aligned($1) }
    }

    /// Serializes the directory and its out-of-line values for an offset.
    ///
    /// - Parameters:
    ///   - offset: the offset of the directory, an even number.
    ///   - next: the offset of the next directory, or 0.
    ///   - isBigTIFF: whether offsets have 64 bits.
    /// - Returns: ``size(isBigTIFF:)`` bytes.
    func bytes(at offset: Int, next: Int, isBigTIFF: Bool) -> [UInt8] {
        let inline = isBigTIFF ? 8 : 4
        var bytes: [UInt8] = []
        var outside: [UInt8] = []
        let head = Self.headSize(entries.count, isBigTIFF: isBigTIFF)
        bytes.reserveCapacity(size(isBigTIFF: isBigTIFF))
        bytes.append(entries.count, size: isBigTIFF ? 8 : 2)
        for (tag, value) in entries {
            bytes.append(tag.rawValue, size: 2)
            bytes.append(value.type(isBigTIFF: isBigTIFF), size: 2)
            bytes.append(value.count, size: inline)
            var content: [UInt8] = []
            value.append(to: &content, isBigTIFF: isBigTIFF)
            if content.count > inline {
                bytes.append(offset + head + outside.count, size: inline)
                outside += content
                outside += Array(repeating: 0, count: Self.aligned(content.count) - content.count)
            } else {
                bytes += content + Array(repeating: 0, count: inline - content.count)
            }
        }
        bytes.append(next, size: inline)
        bytes += Array(repeating: 0, count: head - bytes.count)
        return bytes + outside
    }

    private static func headSize(_ entries: Int, isBigTIFF: Bool) -> Int {
        aligned(isBigTIFF ? 8 + entries * 20 + 8 : 2 + entries * 12 + 4)
    }

    private static func aligned(_ count: Int) -> Int { (count + 7) & ~7 }
}

extension TIFFDirectoryBuilder.Value {
    /// The number of values, as counted by the directory.
    fileprivate var count: Int {
        switch self {
        case .shorts(let values), .longs(let values), .offsets(let values): values.count
        case .rationals(let values): values.count
        case .doubles(let values): values.count
        case .text(let text): text.utf8.count + 1
        case .bytes(let bytes): bytes.count
        }
    }

    fileprivate func type(isBigTIFF: Bool) -> Int {
        switch self {
        case .shorts: 3
        case .longs: 4
        case .offsets: isBigTIFF ? 16 : 4
        case .rationals: 5
        case .doubles: 12
        case .text: 2
        case .bytes: 7
        }
    }

    fileprivate func byteCount(isBigTIFF: Bool) -> Int {
        switch self {
        case .shorts: 2 * count
        case .longs: 4 * count
        case .offsets: (isBigTIFF ? 8 : 4) * count
        case .rationals, .doubles: 8 * count
        case .text, .bytes: count
        }
    }

    fileprivate func append(to bytes: inout [UInt8], isBigTIFF: Bool) {
        bytes.reserveCapacity(byteCount(isBigTIFF: isBigTIFF))
        switch self {
        case .shorts(let values): values.forEach { bytes.append($0, size: 2) }
        case .longs(let values): values.forEach { bytes.append($0, size: 4) }
        case .offsets(let values): values.forEach { bytes.append($0, size: isBigTIFF ? 8 : 4) }
        case .rationals(let values):
            for (numerator, denominator) in values {
                bytes.append(numerator, size: 4)
                bytes.append(denominator, size: 4)
            }
        case .doubles(let values):
            values.forEach { bytes.append(Int(truncatingIfNeeded: $0.bitPattern), size: 8) }
        case .text(let text): bytes += Array(text.utf8) + [0]
        case .bytes(let content): bytes += content
        }
    }
}

extension [UInt8] {
    /// Appends the lowest bytes of a number, least significant first.
    mutating func append(_ value: Int, size: Int) {
        for index in 0..<size {
            append(UInt8(truncatingIfNeeded: value >> (8 * index)))
        }
    }
}
