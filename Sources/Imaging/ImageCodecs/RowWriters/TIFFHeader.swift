internal import PixelKernels
internal import TilePyramid

/// The part of an uncompressed, stripped TIFF file that precedes its first pixel.
struct TIFFHeader {
    private struct Entry {
        var tag: Int
        var type: FieldType
        var values: [Int]
        // Set for one value per strip: too many to keep in memory, so they are computed while being written.
        var count: Int?

        init(_ tag: Int, _ type: FieldType, _ values: [Int], count: Int? = nil) {
            self.tag = tag
            self.type = type
            self.values = values
            self.count = count
        }
    }

    private enum FieldType: Int {
        case short = 3
        case long = 4
        case rational = 5
        case long8 = 16

        var bytes: Int {
            switch self {
            case .short: 2
            case .long: 4
            case .rational, .long8: 8
            }
        }
    }

    /// True when offsets need 64 bits.
    let isBigTIFF: Bool
    /// The offset of the first row in bytes.
    let pixelOffset: Int

    private let size: PixelSize
    private let layout: PixelLayout
    private let rowsPerStrip: Int
    private let entries: [Entry]
    private var rowBytes: Int { size.width * layout.bytesPerPixel }
    private var strips: Int { (size.height + rowsPerStrip - 1) / rowsPerStrip }

    /// Lays out the directory of an image; a file of at least `limit` bytes is a BigTIFF.
    init(size: PixelSize, layout: PixelLayout, rowsPerStrip: Int, limit: Int = 1 << 32) {
        self.size = size
        self.layout = layout
        self.rowsPerStrip = rowsPerStrip
        let strips = (size.height + rowsPerStrip - 1) / rowsPerStrip
        let pixels = size.area * layout.bytesPerPixel
        isBigTIFF = pixels + strips * 8 + 4096 >= limit
        let offset: FieldType = isBigTIFF ? .long8 : .long
        let channels = layout.channels
        var entries = [
            Entry(256, .long, [size.width]), Entry(257, .long, [size.height]),
            Entry(258, .short, Array(repeating: layout.depth.rawValue, count: channels.rawValue)),
            Entry(259, .short, [1]), Entry(262, .short, [channels.opaque == .gray ? 1 : 2]),
            Entry(273, offset, [], count: strips), Entry(277, .short, [channels.rawValue]),
            Entry(278, .long, [rowsPerStrip]), Entry(279, .long, [], count: strips),
            Entry(282, .rational, [72, 1]), Entry(283, .rational, [72, 1]), Entry(284, .short, [1]),
            Entry(296, .short, [2]),
        ]
        if channels.hasAlpha {
            entries.append(Entry(338, .short, [2]))
        }
        self.entries = entries
        let inline = isBigTIFF ? 8 : 4
        let outside = entries.map { Self.bytes(of: $0) }.filter { $0 > inline }.map { ($0 + 7) & ~7 }.reduce(0, +)
        pixelOffset = Self.valuesOffset(entries: entries.count, isBigTIFF: isBigTIFF) + outside
    }

    private static func valuesOffset(entries: Int, isBigTIFF: Bool) -> Int {
        let end = isBigTIFF ? 16 + 8 + entries * 20 + 8 : 8 + 2 + entries * 12 + 4
        return (end + 7) & ~7
    }

    private static func bytes(of entry: Entry) -> Int {
        if let count = entry.count { return count * entry.type.bytes }
        return entry.type == .rational ? 8 : entry.values.count * entry.type.bytes
    }

    /// Lends all bytes before the first row to `body`, in pieces of bounded size.
    func write(_ body: ([UInt8]) throws -> Void) throws {
        var bytes: [UInt8] = [0x49, 0x49]
        if isBigTIFF {
            Self.append(43, 2, &bytes)
            Self.append(8, 2, &bytes)
            Self.append(0, 2, &bytes)
            Self.append(16, 8, &bytes)
            Self.append(entries.count, 8, &bytes)
        } else {
            Self.append(42, 2, &bytes)
            Self.append(8, 4, &bytes)
            Self.append(entries.count, 2, &bytes)
        }
        let inline = isBigTIFF ? 8 : 4
        var next = Self.valuesOffset(entries: entries.count, isBigTIFF: isBigTIFF)
        for entry in entries {
            Self.append(entry.tag, 2, &bytes)
            Self.append(entry.type.rawValue, 2, &bytes)
            Self.append(entry.count ?? (entry.type == .rational ? 1 : entry.values.count), inline, &bytes)
            let length = Self.bytes(of: entry)
            if length > inline {
                Self.append(next, inline, &bytes)
                next += (length + 7) & ~7
            } else {
                let start = bytes.count
                appendValues(of: entry, 0..<(entry.count ?? entry.values.count), &bytes)
                Self.append(0, inline - (bytes.count - start), &bytes)
            }
        }
        Self.append(0, inline, &bytes)
        Self.append(0, Self.valuesOffset(entries: entries.count, isBigTIFF: isBigTIFF) - bytes.count, &bytes)
        for entry in entries where Self.bytes(of: entry) > inline {
            let count = entry.count ?? entry.values.count
            for start in stride(from: 0, to: count, by: 4096) {
                appendValues(of: entry, start..<min(start + 4096, count), &bytes)
                try body(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            let length = Self.bytes(of: entry)
            Self.append(0, ((length + 7) & ~7) - length, &bytes)
        }
        try body(bytes)
    }

    private func appendValues(of entry: Entry, _ indices: Range<Int>, _ bytes: inout [UInt8]) {
        let width = entry.type == .rational ? 4 : entry.type.bytes
        for index in indices {
            Self.append(value(of: entry, index), width, &bytes)
        }
    }

    private func value(of entry: Entry, _ index: Int) -> Int {
        switch (entry.tag, entry.count) {
        case (273, .some): pixelOffset + index * rowsPerStrip * rowBytes
        case (279, .some): min(rowsPerStrip, size.height - index * rowsPerStrip) * rowBytes
        default: entry.values[index]
        }
    }

    private static func append(_ value: Int, _ count: Int, _ bytes: inout [UInt8]) {
        for index in 0..<count {
            bytes.append(index < 8 ? UInt8(truncatingIfNeeded: value >> (8 * index)) : 0)
        }
    }
}
