internal import Glibc

/// Makes the coefficients of a block's means out of its own, as ``HalfSizeTransform`` says, in whole numbers: eight
/// multiplications at a time, and what is to be added together lies side by side for that.
///
/// The weights of what is added together have 14 bits for the largest of them, so that no sum overflows, whatever a damaged
/// file has for coefficients; with the usual quantization a mean is off by less than a thirtieth of a level.
struct BlockFolding {
    /// A block's coefficients while it is decoded: rows of eight, and a place for those that count for nothing.
    typealias Block = UnsafeMutablePointer<Int16>

    /// What comes of a block, 4 or 8.
    let columns: Int
    let rows: Int
    /// Whether it is 4×4, as mostly.
    private let isSmallest: Bool
    /// Where the coefficients go, in the order in which they are stored; those behind the last, which a block's end is
    /// taken for, or which a damaged one has, go to the place behind the block.
    let places: UnsafeMutablePointer<UInt8>
    /// Whether no coefficient that samples of 8 bits have is off by more than an eighth of a level; not so if neighbors
    /// are quantized too differently.
    let isPrecise: Bool
    /// What they count for, place by place, as parts of the scale of what they become.
    private let weights: UnsafeMutableRawPointer
    private let scales: UnsafeMutableRawPointer

    /// Coefficients of a block, and those behind them that a damaged one may have.
    private static let placeCount = 64 + HuffmanDecoder.endOfBlock + 16
    private static let nowhere = 64
    /// The largest weight: four of them times the largest coefficients are still a number of 32 bits.
    private static let largestWeight = 16_383.0

    /// What a coefficient of 8-bit samples amounts to at most, but for a little.
    private static let largestCoefficient = 1024.0

    /// The folding of blocks that are quantized so, row by row, to this size.
    init(_ quantization: [UInt16], columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        isSmallest = columns == 4 && rows == 4
        let places = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.placeCount)
        self.places = places
        places.initialize(repeating: UInt8(Self.nowhere), count: Self.placeCount)
        let (across, down) = (Self.frequencies(size: columns), Self.frequencies(size: rows))
        var factors = Array(repeating: 0.0, count: 64)
        var results = Array(repeating: 0, count: 64)
        var largest = Array(repeating: 0.0, count: columns * rows)
        for (number, coefficient) in Self.zigzag.enumerated() {
            let (x, y) = (across[coefficient % 8], down[coefficient / 8])
            let place = coefficient / 8 * 8 + x.place
            places[number] = UInt8(place)
            factors[place] = Double(quantization[coefficient]) * x.factor * y.factor
            results[place] = y.result * columns + x.result
            largest[results[place]] = max(largest[results[place]], abs(factors[place]))
        }
        let scales = largest.map { $0 / Self.largestWeight }
        let rounded = zip(factors, results).map { factor, result in
            scales[result] > 0 ? Int16((factor / scales[result]).rounded()) : 0
        }
        isPrecise = Self.zigzag.enumerated().allSatisfy { number, coefficient in
            let place = Int(places[number])
            let error = abs(Double(rounded[place]) * scales[results[place]] - factors[place])
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
        places.deallocate()
        weights.deallocate()
        scales.deallocate()
    }

    /// Memory for a block, all of it zero.
    static func makeBlock() -> Block {
        memory(of: Array(repeating: Int16(0), count: nowhere + 1)).assumingMemoryBound(to: Int16.self)
    }

    // MARK: What coefficients count for

    /// The places of a block, row by row, in the order in which its coefficients are stored: along its diagonals.
    static let zigzag: [Int] = (0..<15).flatMap { diagonal -> [Int] in
        let rows = max(0, diagonal - 7)...min(7, diagonal)
        let places = rows.map { row in row * 8 + diagonal - row }
        return diagonal.isMultiple(of: 2) ? places.reversed() : places
    }

    /// What becomes of a frequency in one direction.
    private struct Frequency {
        /// Its place among the eight.
        var place: Int
        /// The one that it becomes, and what it counts for there.
        var result: Int
        var factor: Double
    }

    /// What becomes of all frequencies.
    private static func frequencies(size: Int) -> [Frequency] {
        (0..<8).map { frequency in
            let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
            guard size == 4 else { return Frequency(place: frequency, result: frequency, factor: scale) }
            // Two that are added together stand side by side, and beside the lowest one that which counts for nothing.
            let result = min(frequency, 8 - frequency) % 4
            let place = 2 * result + (frequency < 4 ? 0 : 1)
            if frequency == 4 { return Frequency(place: place, result: result, factor: 0) }
            let mean = scale * cos(Double(frequency) * .pi / 16)
            // The factor of the first sample is taken here already; the transform does without it.
            let first = result == 0 ? 1 : cos(Double(result) * .pi / 8)
            return Frequency(place: place, result: result, factor: (frequency < 4 ? mean : -mean) * first)
        }
    }

    // MARK: Folding

    /// Folds a block into `target`, row by row, and empties it.
    @inline(__always)
    func fold(_ block: Block, into target: UnsafeMutablePointer<Float>) {
        if isSmallest {
            foldAcross(block, rows: 4, into: UnsafeMutableRawPointer(target))
        } else {
            foldToOtherSize(block, into: UnsafeMutableRawPointer(target))
        }
        Self.empty(block)
    }

    @inline(never)
    private func foldToOtherSize(_ block: Block, into target: UnsafeMutableRawPointer) {
        switch (columns, rows) {
        case (4, _): foldAcross(block, rows: rows, into: target)
        default: foldDown(block, rows: rows, into: target)
        }
    }

    /// Makes all of a block zero.
    @inline(__always)
    static func empty(_ block: Block) {
        for row in 0..<8 {
            UnsafeMutableRawPointer(block)
                .storeBytes(of: SIMD8(repeating: 0), toByteOffset: 16 * row, as: SIMD8<Int16>.self)
        }
    }

    /// Makes rows of four.
    @inline(__always)
    private func foldAcross(_ block: Block, rows: Int, into target: UnsafeMutableRawPointer) {
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
    private func foldDown(_ block: Block, rows: Int, into target: UnsafeMutableRawPointer) {
        for row in 0..<rows {
            let upper = products(row, of: block)
            let sums = rows == 4 && row > 0 ? upper &+ products(8 - row, of: block) : upper
            for half in 0..<2 {
                let place = 32 * row + 16 * half
                let four = half == 0 ? sums.lowHalf : sums.highHalf
                let scale = scales.load(fromByteOffset: place, as: SIMD4<Float>.self)
                target.storeBytes(of: SIMD4<Float>(four) * scale, toByteOffset: place, as: SIMD4<Float>.self)
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
