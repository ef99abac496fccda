internal import Glibc

/// Makes the coefficients of a block's means out of its own, as ``HalfScaleIDCT`` says, in whole numbers: eight
/// multiplications at a time, and what is to be added together lies side by side for that.
///
/// The weights of what is added together have 14 bits for the largest of them, so that no sum overflows, whatever a damaged
/// file has for coefficients; with the usual quantization a mean is off by less than a thirtieth of a level.
struct DCTDownscaler {
    /// A block's coefficients while it is decoded: rows of eight, and a place for those that count for nothing.
    typealias Block = UnsafeMutablePointer<Int16>

    /// What comes of a block, 4 or 8.
    let columns: Int
    let rows: Int
    /// Whether it is 4×4, as mostly.
    private let is4x4: Bool
    /// Where the coefficients go, in the order in which they are stored; those behind the last, which a block's end is
    /// taken for, or which a damaged one has, go to the place behind the block.
    let targetIndices: UnsafeMutablePointer<UInt8>
    /// Whether no coefficient that samples of 8 bits have is off by more than an eighth of a level; not so if neighbors
    /// are quantized too differently.
    let isPrecise: Bool
    /// What they count for, place by place, as parts of the scale of what they become.
    private let weights: UnsafeMutableRawPointer
    private let scales: UnsafeMutableRawPointer

    /// Coefficients of a block, and those behind them that a damaged one may have.
    private static let indexCount = 64 + HuffmanDecoder.endOfBlock + 16
    private static let discardIndex = 64
    /// The largest weight: four of them times the largest coefficients are still a number of 32 bits.
    private static let largestWeight = 16_383.0

    /// What a coefficient of 8-bit samples amounts to at most, but for a little.
    private static let largestCoefficient = 1024.0

    /// The folding of blocks that are quantized so, row by row, to this size.
    init(_ quantization: [UInt16], columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        is4x4 = columns == 4 && rows == 4
        let targetIndices = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.indexCount)
        self.targetIndices = targetIndices
        targetIndices.initialize(repeating: UInt8(Self.discardIndex), count: Self.indexCount)
        let (across, down) = (Self.frequencies(size: columns), Self.frequencies(size: rows))
        var factors = Array(repeating: 0.0, count: 64)
        var results = Array(repeating: 0, count: 64)
        var largest = Array(repeating: 0.0, count: columns * rows)
        for (number, coefficient) in Self.zigzag.enumerated() {
            let (x, y) = (across[coefficient % 8], down[coefficient / 8])
            let index = coefficient / 8 * 8 + x.index
            targetIndices[number] = UInt8(index)
            factors[index] = Double(quantization[coefficient]) * x.factor * y.factor
            results[index] = y.result * columns + x.result
            largest[results[index]] = max(largest[results[index]], abs(factors[index]))
        }
        let scales = largest.map { $0 / Self.largestWeight }
        let rounded = zip(factors, results).map { factor, result in
            scales[result] > 0 ? Int16((factor / scales[result]).rounded()) : 0
        }
        isPrecise = Self.zigzag.enumerated().allSatisfy { number, coefficient in
            let index = Int(targetIndices[number])
            let error = abs(Double(rounded[index]) * scales[results[index]] - factors[index])
            return error * Self.largestCoefficient / Double(max(1, quantization[coefficient])) < 1.0 / 8
        }
        weights = Self.memory(of: rounded)
        self.scales = Self.memory(of: scales.map { Float($0) })
    }

    /// Memory for numbers that are read four or eight at a time.
    private static func memory<Number: BitwiseCopyable>(of numbers: [Number]) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: numbers.count * MemoryLayout<Number>.stride, alignment: 16)
        memory.bindMemory(to: Number.self, capacity: numbers.count).initialize(from: numbers, count: numbers.count)
        return memory
    }

    /// Gives back its memory.
    func deallocate() {
        targetIndices.deallocate()
        weights.deallocate()
        scales.deallocate()
    }

    /// Memory for a block, all of it zero.
    static func makeBlock() -> Block {
        memory(of: Array(repeating: Int16(0), count: discardIndex + 1)).assumingMemoryBound(to: Int16.self)
    }

    // MARK: What coefficients count for

    /// The places of a block, row by row, in the order in which its coefficients are stored: along its diagonals.
    static let zigzag: [Int] = (0..<15).flatMap { diagonal -> [Int] in
        let rows = max(0, diagonal - 7)...min(7, diagonal)
        let targetIndices = rows.map { row in row * 8 + diagonal - row }
        return diagonal.isMultiple(of: 2) ? targetIndices.reversed() : targetIndices
    }

    /// What becomes of a frequency in one direction.
    private struct Frequency {
        /// Its place among the eight.
        var index: Int
        /// The one that it becomes, and what it counts for there.
        var result: Int
        var factor: Double
    }

    /// What becomes of all frequencies.
    private static func frequencies(size: Int) -> [Frequency] {
        (0..<8).map { frequency in
            let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
            guard size == 4 else { return Frequency(index: frequency, result: frequency, factor: scale) }
            // Two that are added together stand side by side, and beside the lowest one that which counts for nothing.
            let result = min(frequency, 8 - frequency) % 4
            let index = 2 * result + (frequency < 4 ? 0 : 1)
            if frequency == 4 { return Frequency(index: index, result: result, factor: 0) }
            let mean = scale * cos(Double(frequency) * .pi / 16)
            // The factor of the first sample is taken here already; the transform does without it.
            let first = result == 0 ? 1 : cos(Double(result) * .pi / 8)
            return Frequency(index: index, result: result, factor: (frequency < 4 ? mean : -mean) * first)
        }
    }

    // MARK: Folding

    /// Folds a block into `target`, row by row, and empties it.
    @inline(__always)
    func downscale(_ block: Block, into target: UnsafeMutablePointer<Float>) {
        if is4x4 {
            downscaleRows(block, rows: 4, into: UnsafeMutableRawPointer(target))
        } else {
            downscaleToOtherSize(block, into: UnsafeMutableRawPointer(target))
        }
        Self.clear(block)
    }

    @inline(never)
    private func downscaleToOtherSize(_ block: Block, into target: UnsafeMutableRawPointer) {
        switch (columns, rows) {
        case (4, _): downscaleRows(block, rows: rows, into: target)
        default: downscaleColumns(block, rows: rows, into: target)
        }
    }

    /// Makes all of a block zero.
    @inline(__always)
    static func clear(_ block: Block) {
        for row in 0..<8 {
            UnsafeMutableRawPointer(block)
                .storeBytes(of: SIMD8(repeating: 0), toByteOffset: 16 * row, as: SIMD8<Int16>.self)
        }
    }

    /// Makes rows of four.
    @inline(__always)
    private func downscaleRows(_ block: Block, rows: Int, into target: UnsafeMutableRawPointer) {
        func sums(_ row: Int) -> SIMD4<Int32> {
            let products = products(row, of: block)
            return products.evenHalf &+ products.oddHalf
        }
        for row in 0..<rows {
            let sums = rows == 4 && row > 0 ? sums(row) &+ sums(8 - row) : sums(row)
            let scale = scales.load(fromByteOffset: 16 * row, as: SIMD4<Float>.self)
            target.storeBytes(of: SIMD4<Float>(sums) * scale, toByteOffset: 16 * row, as: SIMD4<Float>.self)
        }
    }

    /// Makes rows of eight.
    @inline(__always)
    private func downscaleColumns(_ block: Block, rows: Int, into target: UnsafeMutableRawPointer) {
        for row in 0..<rows {
            let upper = products(row, of: block)
            let sums = rows == 4 && row > 0 ? upper &+ products(8 - row, of: block) : upper
            for half in 0..<2 {
                let index = 32 * row + 16 * half
                let four = half == 0 ? sums.lowHalf : sums.highHalf
                let scale = scales.load(fromByteOffset: index, as: SIMD4<Float>.self)
                target.storeBytes(of: SIMD4<Float>(four) * scale, toByteOffset: index, as: SIMD4<Float>.self)
            }
        }
    }

    /// The coefficients of a row times their weights.
    @inline(__always)
    private func products(_ row: Int, of block: Block) -> SIMD8<Int32> {
        let coefficients = UnsafeRawPointer(block).load(fromByteOffset: 16 * row, as: SIMD8<Int16>.self)
        let weights = weights.load(fromByteOffset: 16 * row, as: SIMD8<Int16>.self)
        return SIMD8<Int32>(truncatingIfNeeded: coefficients) &* SIMD8<Int32>(truncatingIfNeeded: weights)
    }
}
