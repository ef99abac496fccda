/// Builds a TIFF directory and its out-of-line values (TIFF 6.0, section 2), little-endian.
package struct TIFFDirectoryBuilder {
    /// The values of a tag.
    package enum Value {
        case shorts([Int])
        case longs([Int])
        /// File offsets: 32 bits, or 64 in a BigTIFF.
        case offsets([Int])
        case rationals([(Int, Int)])
        case doubles([Double])
        case text(String)
        case bytes([UInt8])
        /// Numbers of 32 bits, computed from their index during writing, so that they are never all in memory.
        case computedLongs(count: Int, @Sendable (Int) -> Int)
        /// File offsets, computed in the same way.
        case computedOffsets(count: Int, @Sendable (Int) -> Int)
    }

    private var entries: [(tag: TIFFTag, value: Value)] = []
    /// The values that are written at a time.
    private static let valuesPerPiece = 4096

    /// Creates an empty directory.
    package init() {}

    /// The value of a tag; `nil` leaves the tag out.
    package subscript(tag: TIFFTag) -> Value? {
        get { entries.first { $0.tag == tag }?.value }
        set {
            entries.removeAll { $0.tag == tag }
            guard let newValue else { return }
            let position = entries.firstIndex { $0.tag.rawValue > tag.rawValue } ?? entries.count
            entries.insert((tag, newValue), at: position)
        }
    }

    /// Sets the resolution in pixels per centimeter from the size of a pixel in micrometers.
    package mutating func setResolution(x: Double, y: Double) {
        let micronsPerCentimeter = 10_000.0
        self[.xResolution] = .rationals([Self.rational(micronsPerCentimeter / x)])
        self[.yResolution] = .rationals([Self.rational(micronsPerCentimeter / y)])
        self[.resolutionUnit] = .shorts([3])
    }

    /// A positive number as a TIFF RATIONAL, exact as far as a denominator of a power of ten allows.
    private static func rational(_ value: Double) -> (Int, Int) {
        let limit = Double(UInt32.max)
        var denominator = 1.0
        while denominator < 1e8, value * denominator != (value * denominator).rounded(),
            value * denominator * 10 <= limit
        {
            denominator *= 10
        }
        return (max(1, Int(min(limit, (value * denominator).rounded()))), Int(denominator))
    }

    /// The size in bytes, a multiple of 8; it does not depend on the values of offsets.
    package func size(isBigTIFF: Bool) -> Int {
        let inline = isBigTIFF ? 8 : 4
        let outside = entries.map { $0.value.byteCount(isBigTIFF: isBigTIFF) }.filter { $0 > inline }
        return outside.reduce(Self.headSize(entries.count, isBigTIFF: isBigTIFF)) { $0 + Self.aligned($1) }
    }

    /// Serializes the directory and its out-of-line values for an even offset; `next` is the offset of the next
    /// directory, or 0.
    ///
    /// - Returns: ``size(isBigTIFF:)`` bytes.
    package func bytes(at offset: Int, next: Int, isBigTIFF: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size(isBigTIFF: isBigTIFF))
        write(at: offset, next: next, isBigTIFF: isBigTIFF) { bytes += $0 }
        return bytes
    }

    /// Serializes the directory like ``bytes(at:next:isBigTIFF:)``, and lends the bytes to `body` in pieces of bounded
    /// size.
    package func write(
        at offset: Int, next: Int, isBigTIFF: Bool, _ body: ([UInt8]) throws -> Void
    ) rethrows {
        let inline = isBigTIFF ? 8 : 4
        let head = Self.headSize(entries.count, isBigTIFF: isBigTIFF)
        var outside = offset + head
        var bytes: [UInt8] = []
        bytes.append(entries.count, size: isBigTIFF ? 8 : 2)
        for (tag, value) in entries {
            bytes.append(tag.rawValue, size: 2)
            bytes.append(value.type(isBigTIFF: isBigTIFF).rawValue, size: 2)
            bytes.append(value.count, size: inline)
            let byteCount = value.byteCount(isBigTIFF: isBigTIFF)
            if byteCount > inline {
                bytes.append(outside, size: inline)
                outside += Self.aligned(byteCount)
            } else {
                value.append(0..<value.count, to: &bytes, isBigTIFF: isBigTIFF)
                bytes.append(0, size: inline - byteCount)
            }
        }
        bytes.append(next, size: inline)
        bytes.append(0, size: head - bytes.count)
        for (_, value) in entries {
            let byteCount = value.byteCount(isBigTIFF: isBigTIFF)
            guard byteCount > inline else { continue }
            for start in stride(from: 0, to: value.count, by: Self.valuesPerPiece) {
                let end = min(start + Self.valuesPerPiece, value.count)
                value.append(start..<end, to: &bytes, isBigTIFF: isBigTIFF)
                try body(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            bytes.append(0, size: Self.aligned(byteCount) - byteCount)
        }
        try body(bytes)
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
        case .computedLongs(let count, _), .computedOffsets(let count, _): count
        }
    }

    fileprivate func type(isBigTIFF: Bool) -> TIFFType {
        switch self {
        case .shorts: .short
        case .longs, .computedLongs: .long
        case .offsets, .computedOffsets: isBigTIFF ? .long8 : .long
        case .rationals: .rational
        case .doubles: .double
        case .text: .ascii
        case .bytes: .undefined
        }
    }

    fileprivate func byteCount(isBigTIFF: Bool) -> Int { type(isBigTIFF: isBigTIFF).byteCount * count }

    /// Appends the values with the given indices.
    fileprivate func append(_ range: Range<Int>, to bytes: inout [UInt8], isBigTIFF: Bool) {
        let size = type(isBigTIFF: isBigTIFF).byteCount
        switch self {
        case .shorts(let values), .longs(let values), .offsets(let values):
            values[range].forEach { bytes.append($0, size: size) }
        case .computedLongs(_, let value), .computedOffsets(_, let value):
            range.forEach { bytes.append(value($0), size: size) }
        case .rationals(let values):
            for (numerator, denominator) in values[range] {
                bytes.append(numerator, size: 4)
                bytes.append(denominator, size: 4)
            }
        case .doubles(let values):
            values[range].forEach { bytes.append(Int(truncatingIfNeeded: $0.bitPattern), size: 8) }
        case .text(let text): bytes += (Array(text.utf8) + [0])[range]
        case .bytes(let content): bytes += content[range]
        }
    }
}
