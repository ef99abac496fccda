internal import Glibc

/// Makes the pixels of half the size from an image's coefficients: each is the mean of the four pixels that decoding would
/// have made, up to rounding.
///
/// The mean of two neighboring samples of a cosine is a sample of the same cosine, halfway between them and lower by
/// cos(kπ/16). At the four places where a block of eight samples has its means, the cosines of the frequencies 5, 6 and 7
/// are those of 3, 2 and 1 with the other sign, and that of 4 is zero. So the coefficients of the means are those of the
/// block, each times a factor, and the upper ones added to the lower ones: a block of 8×8 is folded into one of 4×4 as soon as
/// it is decoded, and the inverse transform does a quarter of the work.
///
/// Color that is stored at half the size of lightness is left as large as it is in one direction or both, if pixels are
/// wanted.
final class HalfScaleIDCT: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: nobody writes to the memory after `init`.

    /// A component's part of the memory of a row of MCUs.
    struct ComponentLayout {
        /// Where its blocks begin, row by row.
        let offset: Int
        /// Samples that come of a block, 4 or 8.
        let columns: Int
        let rows: Int
        /// Blocks in a row, and rows of them.
        let blocks: Int
        let down: Int
        /// How blocks are folded to that size.
        let downscaler: DCTDownscaler

        /// Blocks that a row has room for: four are transformed at once if they are small.
        var paddedBlocks: Int { columns == 4 && rows == 4 ? (blocks + 3) & ~3 : blocks }

        /// Where the numbers of a block begin.
        @inline(__always)
        func offset(ofBlock column: Int, row: Int) -> Int {
            offset &+ (row &* paddedBlocks &+ column) &* columns &* rows
        }
    }

    let componentLayouts: [ComponentLayout]
    /// Numbers that a row of MCUs has in memory.
    let count: Int

    /// A transform of these components; nil if there is none that is precise.
    ///
    /// - Parameters:
    ///   - scan: what the image consists of.
    ///   - halvesAllComponents: whether all components become half as large; if not, all become as large as the largest does.
    init?(_ scan: JPEGScan, halvesAllComponents: Bool) {
        var offset = 0
        var sides: [(columns: Int, rows: Int)] = []
        let most = (across: scan.mcuSize.across / 8, down: scan.mcuSize.down / 8)
        for component in scan.components {
            let columns = halvesAllComponents ? 4 : 4 * most.across / component.horizontalSampling
            let rows = halvesAllComponents ? 4 : 4 * most.down / component.verticalSampling
            guard [4, 8].contains(columns), [4, 8].contains(rows),
                most.across.isMultiple(of: component.horizontalSampling),
                most.down.isMultiple(of: component.verticalSampling)
            else { return nil }
            sides.append((columns, rows))
        }
        componentLayouts = zip(scan.components, sides).map { component, side in
            let part = ComponentLayout(
                offset: offset, columns: side.columns, rows: side.rows, blocks: component.blocks,
                down: component.verticalSampling,
                downscaler: DCTDownscaler(component.quantization, columns: side.columns, rows: side.rows))
            offset = part.offset(ofBlock: 0, row: part.down)
            return part
        }
        count = offset
        guard componentLayouts.allSatisfy(\.downscaler.isPrecise) else { return nil }
    }

    deinit {
        for part in componentLayouts {
            part.downscaler.deallocate()
        }
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
        let part = componentLayouts[number]
        var block = coefficients + part.offset
        for row in 0..<part.down {
            var target = output + row * part.rows * stride
            let step = part.columns == 4 && part.rows == 4 ? 4 : 1
            for first in Swift.stride(from: 0, to: part.blocks, by: step) {
                switch (part.columns, part.rows) {
                case (4, 4) where part.blocks - first < 4:
                    Self.inverseTransform4x4(block, count: part.blocks - first, target, stride)
                case (4, 4): Self.inverseTransform4x4(block, target, stride)
                case (4, _): Self.inverseTransform(block, SIMD4<Float>.self, Self.cosines4, part.rows, target, stride)
                default: Self.inverseTransform(block, SIMD8<Float>.self, Self.cosines8, part.rows, target, stride)
                }
                block += step * part.columns * part.rows
                target += step * part.columns
            }
        }
    }

    // tan(π/8) and its inverse: what the second sample of the frequencies 1 and 3 is to the first one.
    private static var tangent: Float { 0.414_213_56 }
    private static var cotangent: Float { 2.414_213_56 }

    /// The samples of each of four frequencies, the first sample being 1.
    private static let cosines4: [SIMD4<Float>] = [
        SIMD4(1, 1, 1, 1), SIMD4(1, tangent, -tangent, -1), SIMD4(1, -1, -1, 1), SIMD4(1, -cotangent, cotangent, -1),
    ]
    private static let cosines8: [SIMD8<Float>] = (0..<8).map { frequency in
        SIMD8((0..<8).map { Float(cos(Double((2 * $0 + 1) * frequency) * .pi / 16)) })
    }

    /// Added to a number, leaves the nearest integer in its lowest bits; and 128, about which samples are stored.
    private static var rounding: Float { 12_582_912 + 128 }

    /// Four blocks of 4×4 that are neighbors.
    @inline(__always)
    private static func inverseTransform4x4(
        _ blocks: UnsafePointer<Float>, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        let (first, second) = (inverseTransformedColumns(blocks), inverseTransformedColumns(blocks + 16))
        let (third, fourth) = (inverseTransformedColumns(blocks + 32), inverseTransformedColumns(blocks + 48))
        store((first.0, second.0, third.0, fourth.0), output)
        store((first.1, second.1, third.1, fourth.1), output + stride)
        store((first.2, second.2, third.2, fourth.2), output + 2 * stride)
        store((first.3, second.3, third.3, fourth.3), output + 3 * stride)
    }

    /// The same of fewer than four, behind which there is no room.
    private static func inverseTransform4x4(
        _ blocks: UnsafePointer<Float>, count: Int, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            guard let base = buffer.baseAddress else { return }
            inverseTransform4x4(blocks, base, 16)
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

    /// A block's rows, transformed downwards.
    @inline(__always)
    private static func inverseTransformedColumns(_ block: UnsafePointer<Float>) -> Four {
        let rows = UnsafeRawPointer(block)
        return samples(
            (
                rows.load(as: SIMD4<Float>.self), rows.load(fromByteOffset: 16, as: SIMD4<Float>.self),
                rows.load(fromByteOffset: 32, as: SIMD4<Float>.self),
                rows.load(fromByteOffset: 48, as: SIMD4<Float>.self)
            ))
    }

    /// Transforms a row of each of four blocks across and stores their samples, block by block.
    @inline(__always)
    private static func store(_ rows: Four, _ output: UnsafeMutablePointer<UInt8>) {
        let across = samples(transposed(rows))
        let four =
            bytes(across.0) | bytes(across.1) &<< 8 | bytes(across.2) &<< 16 | bytes(across.3) &<< 24
        UnsafeMutableRawPointer(output).storeBytes(of: four, as: SIMD4<UInt32>.self)
    }

    /// Rows made columns.
    @inline(__always)
    private static func transposed(_ rows: Four) -> Four {
        let even = (interleaved(rows.0.lowHalf, rows.2.lowHalf), interleaved(rows.0.highHalf, rows.2.highHalf))
        let odd = (interleaved(rows.1.lowHalf, rows.3.lowHalf), interleaved(rows.1.highHalf, rows.3.highHalf))
        return (
            interleaved(even.0.lowHalf, odd.0.lowHalf), interleaved(even.0.highHalf, odd.0.highHalf),
            interleaved(even.1.lowHalf, odd.1.lowHalf), interleaved(even.1.highHalf, odd.1.highHalf)
        )
    }

    /// Numbers of both in turn.
    @inline(__always)
    private static func interleaved(_ first: SIMD2<Float>, _ second: SIMD2<Float>) -> SIMD4<Float> {
        SIMD4(first[0], second[0], first[1], second[1])
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
    private static func inverseTransform<Row: SIMD>(
        _ block: UnsafePointer<Float>, _: Row.Type, _ across: [Row], _ rows: Int,
        _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) where Row.Scalar == Float {
        let columns = Row.scalarCount
        for y in 0..<rows {
            var sum = Row(repeating: 0)
            for place in 0..<columns {
                var coefficient: Float = 0
                for frequency in 0..<rows {
                    let down = rows == 4 ? cosines4[frequency][y] : cosines8[frequency][y]
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

/// Memory for what becomes of the coefficients of a row of MCUs.
final class DownscaledCoefficients {
    let base: UnsafeMutablePointer<Float>

    init(_ transform: HalfScaleIDCT) {
        base = .allocate(capacity: transform.count)
        base.initialize(repeating: 0, count: transform.count)
    }

    deinit { base.deallocate() }
}
