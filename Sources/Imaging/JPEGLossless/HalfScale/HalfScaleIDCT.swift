internal import ImageSources
internal import TilePyramid

/// An inverse DCT at half scale: up to rounding, its pixels are the means of the 2×2 pixels of full decoding.
///
/// The mean of two neighboring samples of a cosine is a sample of the same cosine halfway between them, times
/// cos(kπ/16). At the four midpoints of a row of eight samples, the cosines of the frequencies 5, 6 and 7 equal those
/// of 3, 2 and 1 with the opposite sign, and that of 4 is zero. So the DCT of the means has the block's own
/// coefficients, each times a factor, with the upper frequencies added to the lower ones. Each 8×8 block is downscaled
/// to 4×4 as soon as it is decoded (``DCTDownscaler``), and the inverse transform does a quarter of the work.
///
/// If pixels are needed instead of planes, subsampled chroma keeps its size in the directions in which it is
/// subsampled.
final class HalfScaleIDCT: @unchecked Sendable {
    // The memory is not written to after `init`.

    /// A component's part of the downscaled coefficients of an MCU row.
    struct ComponentLayout {
        /// The index of its first coefficient; blocks follow row by row.
        let offset: Int
        /// The size of a downscaled block, 4 or 8 each way.
        let columns: Int
        let rows: Int
        /// Blocks in a row, and rows of blocks in an MCU row.
        let blocksPerRow: Int
        let blockRows: Int
        /// The downscaler to that block size.
        let downscaler: DCTDownscaler

        /// Blocks for which a row has memory: 4×4 blocks are transformed four at a time.
        var paddedBlocks: Int { columns == 4 && rows == 4 ? (blocksPerRow + 3) & ~3 : blocksPerRow }

        /// Returns the index of a block's first coefficient.
        @inline(__always)
        func offset(ofBlock column: Int, row: Int) -> Int {
            offset &+ (row &* paddedBlocks &+ column) &* columns &* rows
        }
    }

    let componentLayouts: [ComponentLayout]
    /// The number of downscaled coefficients of an MCU row.
    let count: Int

    /// Creates a transform of a scan's components; fails if none is precise enough.
    ///
    /// - Parameters:
    ///   - scan: the scan.
    ///   - halvesAllComponents: whether each component is halved; otherwise all components become as large as the
    ///     largest one at half scale.
    convenience init?(_ scan: JPEGScan, halvesAllComponents: Bool) {
        self.init(scan.components, mcuSize: scan.mcuSize, halvesAllComponents: halvesAllComponents)
    }

    /// Creates a transform of components in MCUs of a size, as ``init(_:halvesAllComponents:)`` does.
    init?(_ components: [JPEGScan.Component], mcuSize: PixelSize, halvesAllComponents: Bool) {
        var offset = 0
        var sides: [(columns: Int, rows: Int)] = []
        let maxSampling = (horizontal: mcuSize.width / 8, vertical: mcuSize.height / 8)
        for component in components {
            let columns = halvesAllComponents ? 4 : 4 * maxSampling.horizontal / component.horizontalSampling
            let rows = halvesAllComponents ? 4 : 4 * maxSampling.vertical / component.verticalSampling
            guard [4, 8].contains(columns), [4, 8].contains(rows),
                maxSampling.horizontal.isMultiple(of: component.horizontalSampling),
                maxSampling.vertical.isMultiple(of: component.verticalSampling)
            else { return nil }
            sides.append((columns, rows))
        }
        componentLayouts = zip(components, sides).map { component, side in
            let layout = ComponentLayout(
                offset: offset, columns: side.columns, rows: side.rows, blocksPerRow: component.blocksPerRow,
                blockRows: component.verticalSampling,
                downscaler: DCTDownscaler(component.quantization, columns: side.columns, rows: side.rows))
            offset = layout.offset(ofBlock: 0, row: layout.blockRows)
            return layout
        }
        count = offset
        guard componentLayouts.allSatisfy(\.downscaler.isPrecise) else { return nil }
    }

    deinit {
        for layout in componentLayouts {
            layout.downscaler.deallocate()
        }
    }

    // MARK: Samples

    /// Computes a component's samples of an MCU row.
    ///
    /// - Parameters:
    ///   - number: the component's number.
    ///   - coefficients: the downscaled coefficients of the row.
    ///   - output: memory for the samples of whole blocks.
    ///   - stride: bytes from one row of samples to the next.
    func makeSamples(
        of number: Int, _ coefficients: UnsafePointer<Float>, into output: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        let layout = componentLayouts[number]
        for row in 0..<layout.blockRows {
            let blocks = coefficients + layout.offset(ofBlock: 0, row: row)
            let target = output + row * layout.rows * stride
            guard layout.columns == 4, layout.rows == 4 else {
                Self.inverseTransformChroma(
                    blocks, count: layout.blocksPerRow, columns: layout.columns, rows: layout.rows, target, stride)
                continue
            }
            for first in Swift.stride(from: 0, to: layout.blocksPerRow, by: 4) {
                let count = layout.blocksPerRow - first
                if count < 4 {
                    Self.inverseTransform4x4(blocks + 16 * first, count: count, target + 4 * first, stride)
                } else {
                    Self.inverseTransform4x4(blocks + 16 * first, target + 4 * first, stride)
                }
            }
        }
    }

    // tan(π/8) and its inverse: the ratio of the second sample to the first, for the frequencies 1 and 3.
    private static var tangent: Float { 0.414_213_56 }
    private static var cotangent: Float { 2.414_213_56 }

    /// The samples of each of four frequencies, scaled so that the first is 1.
    static let cosines4: [SIMD4<Float>] = [
        SIMD4(1, 1, 1, 1), SIMD4(1, tangent, -tangent, -1), SIMD4(1, -1, -1, 1), SIMD4(1, -cotangent, cotangent, -1),
    ]

    /// Adding this leaves the nearest integer in a number's lowest bits; 128 is the level shift.
    private static var rounding: Float { 12_582_912 + 128 }

    /// Transforms four neighboring 4×4 blocks.
    @inline(__always)
    private static func inverseTransform4x4(
        _ blocks: UnsafePointer<Float>, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        let first = inverseTransformedColumns(blocks)
        let second = inverseTransformedColumns(blocks + 16)
        let third = inverseTransformedColumns(blocks + 32)
        let fourth = inverseTransformedColumns(blocks + 48)
        store((first.0, second.0, third.0, fourth.0), output)
        store((first.1, second.1, third.1, fourth.1), output + stride)
        store((first.2, second.2, third.2, fourth.2), output + 2 * stride)
        store((first.3, second.3, third.3, fourth.3), output + 3 * stride)
    }

    /// Transforms fewer than four 4×4 blocks, without writing past them.
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

    private typealias FourVectors = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// Returns the samples of four frequencies.
    @inline(__always)
    private static func inverseTransform4(_ frequencies: FourVectors) -> FourVectors {
        let even = frequencies.0 + frequencies.2
        let odd = frequencies.0 - frequencies.2
        let outer = frequencies.1 + frequencies.3
        let inner = frequencies.1 * tangent - frequencies.3 * cotangent
        return (even + outer, odd + inner, odd - inner, even - outer)
    }

    /// Returns a block's rows after the transform of its columns.
    @inline(__always)
    private static func inverseTransformedColumns(_ block: UnsafePointer<Float>) -> FourVectors {
        let rows = UnsafeRawPointer(block)
        return inverseTransform4(
            (
                rows.load(as: SIMD4<Float>.self), rows.load(fromByteOffset: 16, as: SIMD4<Float>.self),
                rows.load(fromByteOffset: 32, as: SIMD4<Float>.self),
                rows.load(fromByteOffset: 48, as: SIMD4<Float>.self)
            ))
    }

    /// Transforms a row of each of four blocks and stores the samples, block by block.
    @inline(__always)
    private static func store(_ rows: FourVectors, _ output: UnsafeMutablePointer<UInt8>) {
        let samples = inverseTransform4(transposed(rows))
        let four =
            bytes(samples.0) | bytes(samples.1) &<< 8 | bytes(samples.2) &<< 16 | bytes(samples.3) &<< 24
        UnsafeMutableRawPointer(output).storeBytes(of: four, as: SIMD4<UInt32>.self)
    }

    @inline(__always)
    private static func transposed(_ rows: FourVectors) -> FourVectors {
        let even = (interleaved(rows.0.lowHalf, rows.2.lowHalf), interleaved(rows.0.highHalf, rows.2.highHalf))
        let odd = (interleaved(rows.1.lowHalf, rows.3.lowHalf), interleaved(rows.1.highHalf, rows.3.highHalf))
        return (
            interleaved(even.0.lowHalf, odd.0.lowHalf), interleaved(even.0.highHalf, odd.0.highHalf),
            interleaved(even.1.lowHalf, odd.1.lowHalf), interleaved(even.1.highHalf, odd.1.highHalf)
        )
    }

    @inline(__always)
    private static func interleaved(_ first: SIMD2<Float>, _ second: SIMD2<Float>) -> SIMD4<Float> {
        SIMD4(first[0], second[0], first[1], second[1])
    }

    @inline(__always)
    private static func bytes(_ samples: SIMD4<Float>) -> SIMD4<UInt32> {
        let least = SIMD4<Float>(repeating: -128)
        let most = SIMD4<Float>(repeating: 127)
        // -128 becomes byte 0, so in this order the second comparison is a mask.
        let limited = most.replacing(with: samples, where: samples .< most)
        let clamped = least.replacing(with: limited, where: limited .> least)
        return unsafeBitCast(clamped + rounding, to: SIMD4<UInt32>.self) & 255
    }
}

/// Memory for the downscaled coefficients of an MCU row.
final class DownscaledCoefficients {
    let base: UnsafeMutablePointer<Float>

    init(_ transform: HalfScaleIDCT) throws(OutOfMemory) {
        base = try HeapMemory.allocate(transform.count, of: Float.self)
        base.initialize(repeating: 0, count: transform.count)
    }

    deinit { HeapMemory.free(base) }
}
