internal import Glibc

/// Downscales DCT blocks: computes the coefficients of a block's 2×2 means from its own, as ``HalfScaleIDCT``
/// describes, in integers.
///
/// Eight coefficients are multiplied at a time; those whose products are added lie side by side for that. The weights
/// of products that are added have 14 bits at most, so that no sum overflows even with the coefficients of a damaged
/// file; with the usual quantization a mean is off by less than 1/30 of a level.
struct DCTDownscaler {
    /// A block's coefficients while it is decoded: 64 in the order of ``targetIndices``, and an element for discarded
    /// ones.
    typealias Block = UnsafeMutablePointer<Int16>

    /// The size of the downscaled block, 4 or 8 each way.
    let columns: Int
    let rows: Int
    /// Whether it is 4×4, which is the usual case.
    private let is4x4: Bool
    /// The index in ``Block`` of each coefficient in zigzag order.
    ///
    /// Indices past 63, which an end-of-block code or damaged data gives, map to the element for discarded
    /// coefficients.
    let targetIndices: UnsafeMutablePointer<UInt8>
    /// Whether every 8-bit coefficient contributes with an error below 1/8 of a level; false if the quantization of
    /// coefficients that are added differs too much.
    let isPrecise: Bool
    /// The weights of the coefficients, by index in ``Block``, in units of the scales of their sums.
    private let weights: UnsafeMutableRawPointer
    private let scales: UnsafeMutableRawPointer

    /// The 64 coefficients, and zigzag indices past them that damaged data can give.
    private static let indexCount = 64 + HuffmanDecoder.endOfBlock + 16
    private static let discardIndex = 64
    /// The largest weight: the sum of four products with the largest coefficients still fits into 32 bits.
    private static let largestWeight = 16_383.0

    /// About the largest magnitude of a dequantized coefficient of 8-bit samples.
    private static let largestCoefficient = 1024.0

    /// Creates a downscaler of blocks with a quantization table, in natural order, to a size.
    init(_ quantization: [UInt16], columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        is4x4 = columns == 4 && rows == 4
        let targetIndices = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.indexCount)
        self.targetIndices = targetIndices
        targetIndices.initialize(repeating: UInt8(Self.discardIndex), count: Self.indexCount)
        let horizontal = Self.frequencies(size: columns)
        let vertical = Self.frequencies(size: rows)
        var factors = Array(repeating: 0.0, count: 64)
        var results = Array(repeating: 0, count: 64)
        var largest = Array(repeating: 0.0, count: columns * rows)
        for (number, coefficient) in Self.zigzag.enumerated() {
            let x = horizontal[coefficient % 8]
            let y = vertical[coefficient / 8]
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

    /// Returns memory for numbers that are loaded four or eight at a time.
    private static func memory<Number: BitwiseCopyable>(of numbers: [Number]) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: numbers.count * MemoryLayout<Number>.stride, alignment: 16)
        memory.bindMemory(to: Number.self, capacity: numbers.count).initialize(from: numbers, count: numbers.count)
        return memory
    }

    func deallocate() {
        targetIndices.deallocate()
        weights.deallocate()
        scales.deallocate()
    }

    /// Allocates a block of zeros.
    static func makeBlock() -> Block {
        memory(of: Array(repeating: Int16(0), count: discardIndex + 1)).assumingMemoryBound(to: Int16.self)
    }

    // MARK: Weights

    /// The natural index of each coefficient in zigzag order, as `jpeg_natural_order` of libjpeg.
    static let zigzag: [Int] = (0..<15).flatMap { diagonal -> [Int] in
        let rows = max(0, diagonal - 7)...min(7, diagonal)
        let indices = rows.map { row in row * 8 + diagonal - row }
        return diagonal.isMultiple(of: 2) ? indices.reversed() : indices
    }

    /// The contribution of a frequency in one direction.
    private struct Frequency {
        /// Its index among the eight.
        var index: Int
        /// The frequency to which it contributes, and its factor.
        var result: Int
        var factor: Double
    }

    private static func frequencies(size: Int) -> [Frequency] {
        (0..<8).map { frequency in
            let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
            guard size == 4 else { return Frequency(index: frequency, result: frequency, factor: scale) }
            // Frequencies that are added lie side by side; frequency 4, whose weight is zero, lies beside 0.
            let result = min(frequency, 8 - frequency) % 4
            let index = 2 * result + (frequency < 4 ? 0 : 1)
            if frequency == 4 { return Frequency(index: index, result: result, factor: 0) }
            let mean = scale * cos(Double(frequency) * .pi / 16)
            // Includes the factor of the first sample, which the inverse transform leaves out.
            let first = result == 0 ? 1 : cos(Double(result) * .pi / 8)
            return Frequency(index: index, result: result, factor: (frequency < 4 ? mean : -mean) * first)
        }
    }

    // MARK: Downscaling

    /// Downscales a block into `target`, row by row, and clears it.
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

    @inline(__always)
    static func clear(_ block: Block) {
        for row in 0..<8 {
            UnsafeMutableRawPointer(block)
                .storeBytes(of: SIMD8(repeating: 0), toByteOffset: 16 * row, as: SIMD8<Int16>.self)
        }
    }

    /// Computes rows of four.
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

    /// Computes rows of eight.
    @inline(__always)
    private func downscaleColumns(_ block: Block, rows: Int, into target: UnsafeMutableRawPointer) {
        for row in 0..<rows {
            let upper = products(row, of: block)
            let sums = rows == 4 && row > 0 ? upper &+ products(8 - row, of: block) : upper
            for half in 0..<2 {
                let byteOffset = 32 * row + 16 * half
                let four = half == 0 ? sums.lowHalf : sums.highHalf
                let scale = scales.load(fromByteOffset: byteOffset, as: SIMD4<Float>.self)
                target.storeBytes(of: SIMD4<Float>(four) * scale, toByteOffset: byteOffset, as: SIMD4<Float>.self)
            }
        }
    }

    /// Returns the coefficients of a row times their weights.
    @inline(__always)
    private func products(_ row: Int, of block: Block) -> SIMD8<Int32> {
        let coefficients = UnsafeRawPointer(block).load(fromByteOffset: 16 * row, as: SIMD8<Int16>.self)
        let weights = weights.load(fromByteOffset: 16 * row, as: SIMD8<Int16>.self)
        return SIMD8<Int32>(truncatingIfNeeded: coefficients) &* SIMD8<Int32>(truncatingIfNeeded: weights)
    }
}
