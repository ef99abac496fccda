/// A page of a TIFF file written sample by sample, uncompressed or as a test compresses it: for the kinds that no library
/// here writes.
public struct TIFFFixture {
    /// One more tag, its values as 16-bit, 32-bit or IEEE numbers, or bytes.
    public enum Value {
        /// 16-bit whole numbers.
        case shorts([Int])
        /// 32-bit whole numbers.
        case longs([Int])
        /// 32-bit floating-point numbers.
        case floats([Float])
        /// Bytes without meaning.
        case bytes([UInt8])
    }

    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Bits of a sample; any number.
    public var bits = 8
    /// 1 unsigned, 2 signed, 3 floating point.
    public var sampleFormat = 1
    /// 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK, 8 CIELAB.
    public var photometric = 1
    /// Samples of a pixel, extra ones included.
    public var samplesPerPixel = 1
    /// What extra samples are: 0 unspecified, 1 associated alpha, 2 straight alpha.
    public var extraSamples: [Int] = []
    /// Whether each channel is stored by itself.
    public var isPlanar = false
    /// The size of tiles; nil for strips.
    public var tile: (width: Int, height: Int)?
    /// Rows of a strip.
    public var rowsPerStrip = 7
    /// The number of the compression.
    public var compression = 1
    /// Compresses a block, given by its number and the bytes of its samples.
    public var compress: (_ number: Int, _ bytes: [UInt8]) -> [UInt8] = { $1 }
    /// Changes where a block is said to be, and how many bytes it is said to have.
    public var overrideEntry: (_ number: Int, _ offset: inout Int, _ size: inout Int) -> Void = { _, _, _ in }
    /// Tags besides those that describe the storage.
    public var tags: [Int: Value] = [:]
    /// Whether the directory lies before the pixels, so that a part of the file is of use.
    public var isDirectoryFirst = false
    /// The bit pattern of a sample.
    public var sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt64

    /// A gray page of 8 bits, until that is changed.
    public init(width: Int, height: Int, sample: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> UInt64) {
        self.width = width
        self.height = height
        self.sample = sample
    }

    /// A file of several pages.
    public static func encode(_ pages: [TIFFFixture], big: Bool = false, bigEndian: Bool = false) -> [UInt8] {
        var file = TIFFBytes(big: big, bigEndian: bigEndian)
        file.start()
        for page in pages {
            page.append(to: &file)
        }
        file.finish()
        return file.bytes
    }

    /// A file of this page.
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
        var (entries, offsets, sizes) = (tags, offsets, sizes)
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

    /// The bytes of a block; what lies beyond the image is the last column or row again.
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

/// The bytes of a TIFF file as they grow.
private struct TIFFBytes {
    var bytes: [UInt8] = []
    let big: Bool
    let bigEndian: Bool
    /// Where the offset of the next directory has to be written.
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
        // Values come first, so that the directory can point at them.
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
        case .bytes(let values): (7, values.count, values)
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
