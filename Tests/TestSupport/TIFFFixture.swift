/// A page of a TIFF file, written sample by sample, for formats that no linked library writes.
///
/// It is uncompressed unless the test compresses it.
public struct TIFFFixture {
    /// The values of a tag.
    public enum Value {
        /// 16-bit unsigned integers (SHORT).
        case shorts([Int])
        /// 32-bit unsigned integers (LONG).
        case longs([Int])
        /// 32-bit floating-point numbers (FLOAT).
        case floats([Float])
        /// 64-bit floating-point numbers (DOUBLE).
        case doubles([Double])
        /// Bytes (UNDEFINED).
        case bytes([UInt8])
        /// Text (ASCII), to which a null is added.
        case text(String)
    }

    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The bits per sample; any number.
    public var bits = 8
    /// The sample format: 1 unsigned, 2 signed, 3 floating point.
    public var sampleFormat = 1
    /// The photometric interpretation: 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK, 8 CIELAB.
    public var photometric = 1
    /// The samples per pixel, including extra samples.
    public var samplesPerPixel = 1
    /// The extra samples: 0 unspecified, 1 associated alpha, 2 straight alpha.
    public var extraSamples: [Int] = []
    /// Whether each channel is stored separately.
    public var isPlanar = false
    /// The size of tiles; nil for strips.
    public var tile: (width: Int, height: Int)?
    /// The rows per strip.
    public var rowsPerStrip = 7
    /// The compression scheme.
    public var compression = 1
    /// Compresses a strip or tile, given by its number and bytes.
    public var compress: (_ number: Int, _ bytes: [UInt8]) -> [UInt8] = { $1 }
    /// Changes the offset and size of a strip or tile in the directory.
    public var overrideEntry: (_ number: Int, _ offset: inout Int, _ size: inout Int) -> Void = { _, _, _ in }
    /// Additional tags.
    public var tags: [Int: Value] = [:]
    /// Whether the directory precedes the pixels, so that a truncated file can be read in part.
    public var isDirectoryFirst = false
    /// Returns the bit pattern of a sample.
    public var sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt64

    /// Creates a gray page of 8 bits per sample.
    public init(width: Int, height: Int, sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> UInt64) {
        self.width = width
        self.height = height
        self.sample = sample
    }

    /// Returns a file of several pages.
    public static func encode(_ pages: [TIFFFixture], big: Bool = false, bigEndian: Bool = false) -> [UInt8] {
        var file = TIFFBytes(big: big, bigEndian: bigEndian)
        file.start()
        for page in pages {
            page.append(to: &file)
        }
        file.finish()
        return file.bytes
    }

    /// Returns a file of this page.
    public func encoded(big: Bool = false, bigEndian: Bool = false) -> [UInt8] {
        TIFFFixture.encode([self], big: big, bigEndian: bigEndian)
    }

    private func append(to file: inout TIFFBytes) {
        var blocks: [[UInt8]] = []
        let block = tile ?? (width, min(rowsPerStrip, height))
        for plane in 0..<(isPlanar ? samplesPerPixel : 1) {
            for top in stride(from: 0, to: height, by: block.height) {
                for left in stride(from: 0, to: width, by: block.width) {
                    let rows = tile == nil ? min(block.height, height - top) : block.height
                    let channels = isPlanar ? plane..<(plane + 1) : 0..<samplesPerPixel
                    let samples = pixels(
                        left..<(left + block.width), top..<(top + rows), channels, bigEndian: file.bigEndian)
                    blocks.append(compress(blocks.count, samples))
                }
            }
        }
        let sizes = blocks.map(\.count)
        var offsets = blocks.map { _ in 0 }
        if isDirectoryFirst {
            var trial = file
            trial.directory(entries(offsets, sizes))
            var end = trial.bytes.count
            for index in blocks.indices {
                offsets[index] = end
                end += sizes[index] + (8 - sizes[index] % 8) % 8
            }
            file.directory(entries(offsets, sizes))
        }
        for (index, data) in blocks.enumerated() {
            offsets[index] = file.bytes.count
            file.bytes += data
            file.align()
        }
        if !isDirectoryFirst {
            file.directory(entries(offsets, sizes))
        }
    }

    private func entries(_ offsets: [Int], _ sizes: [Int]) -> [Int: Value] {
        var entries = tags
        var offsets = offsets
        var sizes = sizes
        for number in offsets.indices { overrideEntry(number, &offsets[number], &sizes[number]) }
        entries[256] = .longs([width])
        entries[257] = .longs([height])
        entries[258] = .shorts(Array(repeating: bits, count: samplesPerPixel))
        entries[259] = .shorts([compression])
        entries[262] = .shorts([photometric])
        entries[277] = .shorts([samplesPerPixel])
        entries[284] = .shorts([isPlanar ? 2 : 1])
        entries[339] = .shorts(Array(repeating: sampleFormat, count: samplesPerPixel))
        if !extraSamples.isEmpty {
            entries[338] = .shorts(extraSamples)
        }
        if let tile {
            entries[322] = .longs([tile.width])
            entries[323] = .longs([tile.height])
            entries[324] = .longs(offsets)
            entries[325] = .longs(sizes)
        } else {
            entries[278] = .longs([rowsPerStrip])
            entries[273] = .longs(offsets)
            entries[279] = .longs(sizes)
        }
        return entries
    }

    /// Returns the bytes of a strip or tile; the last column and row of the image are repeated beyond it.
    private func pixels(_ columns: Range<Int>, _ rows: Range<Int>, _ channels: Range<Int>, bigEndian: Bool) -> [UInt8] {
        var data: [UInt8] = []
        for y in rows {
            var pending: UInt64 = 0
            var count = 0
            for x in columns {
                for channel in channels {
                    let value = sample(min(x, width - 1), min(y, height - 1), channel)
                    guard bits % 8 != 0 else {
                        let bytes = (0..<(bits / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
                        data += bigEndian ? bytes.reversed() : bytes
                        continue
                    }
                    pending = pending << bits | value & (1 << bits - 1)
                    count += bits
                    while count >= 8 {
                        data.append(UInt8(truncatingIfNeeded: pending >> (count - 8)))
                        count -= 8
                    }
                }
            }
            if count > 0 {
                data.append(UInt8(truncatingIfNeeded: pending << (8 - count)))
            }
        }
        return data
    }
}

/// A TIFF file that is being written.
private struct TIFFBytes {
    var bytes: [UInt8] = []
    let big: Bool
    let bigEndian: Bool
    /// The position of the offset of the next directory.
    private var link = 0

    init(big: Bool, bigEndian: Bool) {
        self.big = big
        self.bigEndian = bigEndian
    }

    mutating func start() {
        bytes = Array((bigEndian ? "MM" : "II").utf8)
        append(big ? 43 : 42, 2)
        if big {
            append(8, 2)
            append(0, 2)
        }
        link = bytes.count
        append(0, big ? 8 : 4)
    }

    mutating func finish() {
        align()
    }

    mutating func align() {
        while bytes.count % 8 != 0 {
            bytes.append(0)
        }
    }

    mutating func directory(_ entries: [Int: TIFFFixture.Value]) {
        let offsetSize = big ? 8 : 4
        // Values come first, so that the directory can refer to them.
        var offsets: [Int: [UInt8]] = [:]
        for (tag, value) in entries {
            let data = encoded(value).data
            if data.count <= offsetSize {
                offsets[tag] = data + Array(repeating: 0, count: offsetSize - data.count)
            } else {
                align()
                offsets[tag] = number(bytes.count, offsetSize)
                bytes += data
            }
        }
        align()
        bytes.replaceSubrange(link..<(link + offsetSize), with: number(bytes.count, offsetSize))
        append(entries.count, big ? 8 : 2)
        for (tag, value) in entries.sorted(by: { $0.key < $1.key }) {
            let (type, count, _) = encoded(value)
            append(tag, 2)
            append(type, 2)
            append(count, offsetSize)
            bytes += offsets[tag] ?? []
        }
        link = bytes.count
        append(0, offsetSize)
        align()
    }

    private func encoded(_ value: TIFFFixture.Value) -> (type: Int, count: Int, data: [UInt8]) {
        switch value {
        case .shorts(let values): (3, values.count, values.flatMap { number($0, 2) })
        case .longs(let values): (4, values.count, values.flatMap { number($0, 4) })
        case .floats(let values): (11, values.count, values.flatMap { number(Int($0.bitPattern), 4) })
        case .doubles(let values):
            (
                12, values.count,
                values.flatMap { number(Int(truncatingIfNeeded: $0.bitPattern), 8) }
            )
        case .bytes(let values): (7, values.count, values)
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        }
    }

    private func number(_ value: Int, _ size: Int) -> [UInt8] {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return bigEndian ? little.reversed() : little
    }

    private mutating func append(_ value: Int, _ size: Int) {
        bytes += number(value, size)
    }
}
