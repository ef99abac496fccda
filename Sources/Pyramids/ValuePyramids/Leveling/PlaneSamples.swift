internal import ChannelImages
internal import ImageMetadata
internal import TilePyramid

/// The samples of a plane in a coarse level, of which only some rows are known at first.
struct PlaneSamples: Sendable {
    /// The size of the level.
    let size: PixelSize
    /// The bytes of a sample.
    let sampleBytes: Int
    /// The number of passes that had ended when the samples were needed last.
    var lastUse = 0
    /// Whether a pass has ended, or failed.
    var isDone = false
    /// The error for which there are no samples; nil if there is none.
    var failure: (any Error)?

    private var samples: [UInt8]
    /// The nearest known row for each row; empty as long as none is known.
    private var nearest: [Int] = []
    private var known: [Bool]

    /// Creates samples of which none is known.
    init(_ size: PixelSize, sampleBytes: Int) {
        self.size = size
        self.sampleBytes = sampleBytes
        samples = [UInt8](repeating: 0, count: size.area * sampleBytes)
        known = [Bool](repeating: false, count: size.height)
    }

    /// Adds rows, which lie one after the other in memory.
    mutating func add(_ rows: Range<Int>, from source: UnsafeRawBufferPointer) {
        let rowBytes = size.width * sampleBytes
        samples.withUnsafeMutableBytes { samples in
            UnsafeMutableRawBufferPointer(rebasing: samples[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes])
                .copyMemory(from: source)
        }
        for row in rows { known[row] = true }
        findNearest()
    }

    /// Finds the nearest known row of each row: the upper one of two.
    private mutating func findNearest() {
        let rows = known.indices.filter { known[$0] }
        guard let first = rows.first else { return }
        nearest = Array(repeating: first, count: size.height)
        for (index, row) in rows.enumerated() {
            let next = index + 1 < rows.count ? rows[index + 1] : size.height
            for between in row..<next {
                nearest[between] = next < size.height && next - between < between - row ? next : row
            }
        }
    }

    /// Copies samples for a rectangle of a finer or coarser level; what is not known is a fill value.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - finer: the number of times that the other level has to be halved for this one; negative for a coarser level.
    ///   - fill: the bytes of the fill value.
    ///   - target: room for the samples.
    func copy(_ rect: PixelRect, finer: Int, fill: [UInt8], into target: UnsafeMutableRawBufferPointer) {
        guard !nearest.isEmpty else { return SampleFill.fill(target, with: fill) }
        func position(_ index: Int, _ length: Int) -> Int {
            min(finer >= 0 ? index >> finer : ((2 * index + 1) << -finer) >> 1, length - 1)
        }
        let columns = rect.columns.map { position($0, size.width) * sampleBytes }
        samples.withUnsafeBytes { samples in
            guard let source = samples.baseAddress, var output = target.baseAddress else { return }
            for y in rect.rows {
                let row = source + nearest[position(y, size.height)] * size.width * sampleBytes
                SamplePicking.pick(columns, of: row, sampleBytes: sampleBytes, into: output)
                output += columns.count * sampleBytes
            }
        }
    }
}

/// Copies single samples of a row.
enum SamplePicking {
    /// Copies the samples at some positions in bytes.
    static func pick(
        _ positions: [Int], of row: UnsafeRawPointer, sampleBytes: Int, into target: UnsafeMutableRawPointer
    ) {
        switch sampleBytes {
        case 1: pick(positions, of: row, as: UInt8.self, into: target)
        case 2: pick(positions, of: row, as: UInt16.self, into: target)
        case 4: pick(positions, of: row, as: UInt32.self, into: target)
        default: pick(positions, of: row, as: UInt64.self, into: target)
        }
    }

    private static func pick<Word: FixedWidthInteger & BitwiseCopyable>(
        _ positions: [Int], of row: UnsafeRawPointer, as _: Word.Type, into target: UnsafeMutableRawPointer
    ) {
        for (index, position) in positions.enumerated() {
            target.storeBytes(
                of: row.loadUnaligned(fromByteOffset: position, as: Word.self),
                toByteOffset: index * MemoryLayout<Word>.size, as: Word.self)
        }
    }
}
