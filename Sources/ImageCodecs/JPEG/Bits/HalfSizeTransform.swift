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
        /// How many neighbouring blocks have their numbers side by side, as a power of two: four are transformed at once if
        /// they are small.
        let groupShift: Int
        /// Of the coefficients in the order in which they are stored, and some more that count for nothing.
        let weights: UnsafeMutablePointer<Weight>

        /// Numbers of a group of blocks.
        var groupSize: Int { columns * rows << groupShift }
        /// Groups in a row; the last may have room for more blocks than there are.
        var groups: Int { (blocks + 1 << groupShift - 1) >> groupShift }

        /// Where the numbers of a block begin.
        @inline(__always)
        func place(ofBlock column: Int, row: Int) -> Int {
            offset + (row * groups + column >> groupShift) * groupSize + column & (1 << groupShift - 1)
        }
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
            let shift = side == (4, 4) ? 2 : 0
            let part = Part(
                offset: offset, columns: side.columns, rows: side.rows, blocks: component.blocks,
                down: component.down, groupShift: shift,
                weights: Self.weights(component.quantisation, side.columns, side.rows, groupShift: shift))
            offset += part.groups * component.down * part.groupSize
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
        _ quantisation: [UInt16], _ columns: Int, _ rows: Int, groupShift: Int
    ) -> UnsafeMutablePointer<Weight> {
        let weights = UnsafeMutablePointer<Weight>.allocate(capacity: weightCount)
        weights.initialize(repeating: Weight(), count: weightCount)
        for (number, place) in zigzag.enumerated() {
            let (across, down) = (axis(place % 8, size: columns), axis(place / 8, size: rows))
            weights[number] = Weight(
                factor: Float(Double(quantisation[place]) * across.factor * down.factor),
                place: Int32((down.place * columns + across.place) << groupShift))
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
        var group = coefficients + part.offset
        for row in 0..<part.down {
            var target = output + row * part.rows * stride
            for first in Swift.stride(from: 0, to: part.blocks, by: 1 << part.groupShift) {
                switch (part.columns, part.rows) {
                case (4, 4) where part.blocks - first < 4:
                    Self.makeSmallBlocks(group, count: part.blocks - first, target, stride)
                case (4, 4): Self.makeSmallBlocks(group, target, stride)
                case (4, _): Self.makeBlock(group, SIMD4<Float>.self, Self.fourSamples, part.rows, target, stride)
                default: Self.makeBlock(group, SIMD8<Float>.self, Self.eightSamples, part.rows, target, stride)
                }
                group += part.groupSize
                target += part.columns << part.groupShift
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

    /// Four blocks of 4×4 that are neighbours, with a number of each in every vector.
    @inline(__always)
    private static func makeSmallBlocks(
        _ group: UnsafePointer<Float>, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        let (first, second) = (column(0, of: group), column(1, of: group))
        let (third, fourth) = (column(2, of: group), column(3, of: group))
        store((first.0, second.0, third.0, fourth.0), output)
        store((first.1, second.1, third.1, fourth.1), output + stride)
        store((first.2, second.2, third.2, fourth.2), output + 2 * stride)
        store((first.3, second.3, third.3, fourth.3), output + 3 * stride)
    }

    /// The same of fewer than four, behind which there is no room.
    private static func makeSmallBlocks(
        _ group: UnsafePointer<Float>, count: Int, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { room in
            guard let base = room.baseAddress else { return }
            makeSmallBlocks(group, base, 16)
            for y in 0..<4 {
                (output + y * stride).update(from: base + y * 16, count: 4 * count)
            }
        }
    }

    private typealias Four = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// The samples of four frequencies.
    @inline(__always)
    private static func samples(_ frequencies: Four) -> Four {
        let (even, odd) = (frequencies.0 + frequencies.2, frequencies.0 - frequencies.2)
        let outer = frequencies.1 + frequencies.3
        let inner = frequencies.1 * tangent - frequencies.3 * cotangent
        return (even + outer, odd + inner, odd - inner, even - outer)
    }

    /// A column of four blocks, transformed downwards.
    @inline(__always)
    private static func column(_ number: Int, of group: UnsafePointer<Float>) -> Four {
        let start = UnsafeRawPointer(group) + number * 16
        return samples(
            (
                start.load(as: SIMD4<Float>.self), start.load(fromByteOffset: 64, as: SIMD4<Float>.self),
                start.load(fromByteOffset: 128, as: SIMD4<Float>.self),
                start.load(fromByteOffset: 192, as: SIMD4<Float>.self)
            ))
    }

    /// Transforms a row of four blocks across and stores its samples, block by block.
    @inline(__always)
    private static func store(_ row: Four, _ output: UnsafeMutablePointer<UInt8>) {
        let across = samples(row)
        let four =
            bytes(across.0) | bytes(across.1) &<< 8 | bytes(across.2) &<< 16 | bytes(across.3) &<< 24
        UnsafeMutableRawPointer(output).storeBytes(of: four, as: SIMD4<UInt32>.self)
    }

    @inline(__always)
    private static func bytes(_ samples: SIMD4<Float>) -> SIMD4<UInt32> {
        let (least, most) = (SIMD4<Float>(repeating: -128), SIMD4<Float>(repeating: 127))
        // -128 ends up as the byte 0, so in this order the second limit is a mask.
        let limited = most.replacing(with: samples, where: samples .< most)
        let clamped = least.replacing(with: limited, where: limited .> least)
        return unsafeBitCast(clamped + rounding, to: SIMD4<UInt32>.self) & 255
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
}
