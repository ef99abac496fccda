internal import Glibc

/// Makes the pixels of half the size from an image's coefficients: each is the mean of the four pixels that decoding would
/// have made, up to rounding.
///
/// The mean of two neighbouring samples of a cosine is a sample of the same cosine, halfway between them and lower by
/// cos(kπ/16). At the four places where a block of eight samples has its means, the cosines of the frequencies 5, 6 and 7
/// are those of 3, 2 and 1 with the other sign, and that of 4 is zero. So the coefficients of the means are those of the
/// block, each times a factor, and the upper ones added to the lower ones: a block of 8×8 is folded into one of 4×4 while it
/// is decoded, and the inverse transform does a quarter of the work.
///
/// Colour that is stored at half the size of lightness is left as large as it is in one direction or both, if pixels are
/// wanted.
final class HalfSizeTransform: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: nobody writes to the memory after `init`.

    /// What a coefficient counts for.
    struct Weight {
        var factor: Float = 0
        /// Its place in the block.
        var place: Int32 = 0
    }

    /// A component's part of the memory of a row of MCUs.
    struct Part {
        /// Where its blocks begin, row by row.
        let offset: Int
        /// Samples that come of a block, 4 or 8.
        let columns: Int
        let rows: Int
        /// Blocks in a row, and rows of them.
        let blocks: Int
        let down: Int
        /// Of the coefficients in the order in which they are stored, and some more that count for nothing.
        let weights: UnsafeMutablePointer<Weight>

        var blockSize: Int { columns * rows }
    }

    /// Coefficients of a block, and those behind them that a block's end is taken for, or that a damaged one has.
    static let weightCount = 64 + HuffmanDecoder.endOfBlock + 16

    let parts: [Part]
    /// Numbers that a row of MCUs has in memory.
    let count: Int

    /// A transform of these components.
    ///
    /// - Parameters:
    ///   - scan: what the image consists of.
    ///   - foldsAll: whether all components become half as large; if not, all become as large as the largest does.
    init?(_ scan: JPEGScan, foldsAll: Bool) {
        var offset = 0
        var sides: [(columns: Int, rows: Int)] = []
        let most = (across: scan.unit.across / 8, down: scan.unit.down / 8)
        for component in scan.components {
            let columns = foldsAll ? 4 : 4 * most.across / component.across
            let rows = foldsAll ? 4 : 4 * most.down / component.down
            guard [4, 8].contains(columns), [4, 8].contains(rows), most.across.isMultiple(of: component.across),
                most.down.isMultiple(of: component.down)
            else { return nil }
            sides.append((columns, rows))
        }
        parts = zip(scan.components, sides).map { component, side in
            let part = Part(
                offset: offset, columns: side.columns, rows: side.rows, blocks: component.blocks,
                down: component.down, weights: Self.weights(component.quantisation, side.columns, side.rows))
            offset += component.blocks * component.down * part.blockSize
            return part
        }
        count = offset
    }

    deinit {
        for part in parts {
            part.weights.deallocate()
        }
    }

    // MARK: What coefficients count for

    /// The weights of a block's coefficients in their stored order.
    private static func weights(
        _ quantisation: [UInt16], _ columns: Int, _ rows: Int
    ) -> UnsafeMutablePointer<Weight> {
        let weights = UnsafeMutablePointer<Weight>.allocate(capacity: weightCount)
        weights.initialize(repeating: Weight(), count: weightCount)
        for (number, place) in zigzag.enumerated() {
            let (across, down) = (axis(place % 8, size: columns), axis(place / 8, size: rows))
            weights[number] = Weight(
                factor: Float(Double(quantisation[place]) * across.factor * down.factor),
                place: Int32(down.place * columns + across.place))
        }
        return weights
    }

    /// The places of a block, row by row, in the order in which its coefficients are stored: along its diagonals.
    static let zigzag: [Int] = (0..<15).flatMap { diagonal -> [Int] in
        let rows = max(0, diagonal - 7)...min(7, diagonal)
        let places = rows.map { row in row * 8 + diagonal - row }
        return diagonal.isMultiple(of: 2) ? places.reversed() : places
    }

    /// Where a frequency goes in one direction, and what it counts for there.
    private static func axis(_ frequency: Int, size: Int) -> (place: Int, factor: Double) {
        let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
        guard size == 4 else { return (frequency, scale) }
        let mean = scale * cos(Double(frequency) * .pi / 16)
        if frequency == 4 { return (0, 0) }
        let place = frequency < 4 ? frequency : 8 - frequency
        // The factor of the first sample is taken here already; ``fourSamples`` does without it.
        let first = place == 0 ? 1 : cos(Double(place) * .pi / 8)
        return (place, (frequency < 4 ? mean : -mean) * first)
    }

    // MARK: Samples

    /// Makes a component's samples of a row of MCUs.
    ///
    /// - Parameters:
    ///   - number: the component's.
    ///   - coefficients: those of the row.
    ///   - output: gets rows of whole blocks.
    ///   - stride: from one of these to the next.
    func makeSamples(
        of number: Int, _ coefficients: UnsafePointer<Float>, into output: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        let part = parts[number]
        var block = coefficients + part.offset
        for row in 0..<part.down {
            var target = output + row * part.rows * stride
            for _ in 0..<part.blocks {
                switch (part.columns, part.rows) {
                case (4, 4): Self.makeSmallBlock(block, target, stride)
                case (4, _): Self.makeBlock(block, SIMD4<Float>.self, Self.fourSamples, part.rows, target, stride)
                default: Self.makeBlock(block, SIMD8<Float>.self, Self.eightSamples, part.rows, target, stride)
                }
                block += part.blockSize
                target += part.columns
            }
        }
    }

    // tan(π/8) and its inverse: what the second sample of the frequencies 1 and 3 is to the first one.
    private static var tangent: Float { 0.414_213_56 }
    private static var cotangent: Float { 2.414_213_56 }

    /// The samples of each of four frequencies, the first sample being 1.
    private static let fourSamples: [SIMD4<Float>] = [
        SIMD4(1, 1, 1, 1), SIMD4(1, tangent, -tangent, -1), SIMD4(1, -1, -1, 1), SIMD4(1, -cotangent, cotangent, -1),
    ]
    private static let eightSamples: [SIMD8<Float>] = (0..<8).map { frequency in
        SIMD8((0..<8).map { Float(cos(Double((2 * $0 + 1) * frequency) * .pi / 16)) })
    }

    /// Added to a number, leaves the nearest integer in its lowest bits; and 128, about which samples are stored.
    private static var rounding: Float { 12_582_912 + 128 }

    /// A block of 4×4.
    @inline(__always)
    private static func makeSmallBlock(
        _ block: UnsafePointer<Float>, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        let rows = UnsafeRawPointer(block)
        let (r0, r1) = (rows.load(as: SIMD4<Float>.self), rows.load(fromByteOffset: 16, as: SIMD4<Float>.self))
        let r2 = rows.load(fromByteOffset: 32, as: SIMD4<Float>.self)
        let r3 = rows.load(fromByteOffset: 48, as: SIMD4<Float>.self)
        let (even, odd) = (r0 + r2, r0 - r2)
        let (outer, inner) = (r1 + r3, r1 * tangent - r3 * cotangent)
        let down = (even + outer, odd + inner, odd - inner, even - outer)
        // The same across, for the four rows at once.
        let columns = transposed(down)
        let (evenAcross, oddAcross) = (columns.0 + columns.2, columns.0 - columns.2)
        let outerAcross = columns.1 + columns.3
        let innerAcross = columns.1 * tangent - columns.3 * cotangent
        let rowsOfSamples = transposed(
            (
                evenAcross + outerAcross, oddAcross + innerAcross, oddAcross - innerAcross, evenAcross - outerAcross
            ))
        store(rowsOfSamples.0, output)
        store(rowsOfSamples.1, output + stride)
        store(rowsOfSamples.2, output + 2 * stride)
        store(rowsOfSamples.3, output + 3 * stride)
    }

    private typealias FourByFour = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    @inline(__always)
    private static func transposed(_ rows: FourByFour) -> FourByFour {
        func interleaved(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> (low: SIMD4<Float>, high: SIMD4<Float>) {
            (SIMD4(a[0], b[0], a[1], b[1]), SIMD4(a[2], b[2], a[3], b[3]))
        }
        let (even, odd) = (interleaved(rows.0, rows.2), interleaved(rows.1, rows.3))
        let (top, bottom) = (interleaved(even.low, odd.low), interleaved(even.high, odd.high))
        return (top.low, top.high, bottom.low, bottom.high)
    }

    /// A block of any size: each sample is the sum of those of all frequencies.
    @inline(__always)
    private static func makeBlock<Row: SIMD>(
        _ block: UnsafePointer<Float>, _: Row.Type, _ across: [Row], _ rows: Int,
        _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) where Row.Scalar == Float {
        let columns = Row.scalarCount
        for y in 0..<rows {
            var sum = Row(repeating: 0)
            for place in 0..<columns {
                var coefficient: Float = 0
                for frequency in 0..<rows {
                    let down = rows == 4 ? fourSamples[frequency][y] : eightSamples[frequency][y]
                    coefficient += block[frequency * columns + place] * down
                }
                sum += across[place] * coefficient
            }
            for x in 0..<columns {
                output[y * stride + x] = UInt8(max(0, min(255, (sum[x] + 128).rounded())))
            }
        }
    }

    @inline(__always)
    private static func store(_ samples: SIMD4<Float>, _ output: UnsafeMutablePointer<UInt8>) {
        let bits = unsafeBitCast(samples + rounding, to: SIMD4<Int32>.self) &- 0x4B40_0000
        let clamped = bits.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
        UnsafeMutableRawPointer(output).storeBytes(
            of: SIMD4<UInt8>(truncatingIfNeeded: clamped), as: SIMD4<UInt8>.self)
    }
}
