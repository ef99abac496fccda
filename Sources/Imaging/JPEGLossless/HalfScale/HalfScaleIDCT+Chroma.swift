internal import Glibc

/// The inverse transform of blocks with eight columns or rows: those of subsampled chroma, which keeps its size in the
/// directions in which it is subsampled.
extension HalfScaleIDCT {
    /// The cosines with which samples are summed up, four samples at a time.
    struct ChromaCosines {
        /// The samples of each frequency in a row.
        fileprivate let across: [SIMD4<Float>]
        /// The frequencies of each sample in a column.
        fileprivate let down: [Float]

        fileprivate init(columns: Int, rows: Int) {
            across = (0..<columns * columns / 4).map { index in
                let frequency = 4 * index / columns
                let first = 4 * index % columns
                return SIMD4((0..<4).map { Self.cosine(first + $0, frequency, columns) })
            }
            down = (0..<rows * rows).map { Self.cosine($0 / rows, $0 % rows, rows) }
        }

        /// A sample of a frequency; of four samples, the first is 1.
        private static func cosine(_ sample: Int, _ frequency: Int, _ size: Int) -> Float {
            if size == 4 { return HalfScaleIDCT.cosines4[frequency][sample] }
            return Float(cos(Double((2 * sample + 1) * frequency) * .pi / 16))
        }
    }

    private static let cosines8x8 = ChromaCosines(columns: 8, rows: 8)
    private static let cosines8x4 = ChromaCosines(columns: 8, rows: 4)
    private static let cosines4x8 = ChromaCosines(columns: 4, rows: 8)

    /// Transforms a row of `count` blocks that are not 4×4.
    static func inverseTransformChroma(
        _ blocks: UnsafePointer<Float>, count: Int, columns: Int, rows: Int, _ output: UnsafeMutablePointer<UInt8>,
        _ stride: Int
    ) {
        switch (columns, rows) {
        case (8, 8): inverseTransform(blocks, count, 8, 8, cosines8x8, output, stride)
        case (8, 4): inverseTransform(blocks, count, 8, 4, cosines8x4, output, stride)
        case (4, 8): inverseTransform(blocks, count, 4, 8, cosines4x8, output, stride)
        default: preconditionFailure("there are no blocks of \(columns)×\(rows)")
        }
    }

    /// Transforms the columns of each block, then its rows.
    ///
    /// It is inlined, so that its loops have constant bounds.
    @inline(__always)
    private static func inverseTransform(
        _ blocks: UnsafePointer<Float>, _ count: Int, _ columns: Int, _ rows: Int, _ cosines: ChromaCosines,
        _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        let vectors = columns / 4
        let vectorsOfBlock = vectors * rows
        cosines.across.withUnsafeBufferPointer { across in
            cosines.down.withUnsafeBufferPointer { down in
                withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: vectorsOfBlock) { buffer in
                    guard let base = buffer.baseAddress else { return }
                    let transformed = UnsafeMutableRawPointer(base)
                    for block in 0..<count {
                        let source = UnsafeRawPointer(blocks + block &* columns &* rows)
                        for index in 0..<vectorsOfBlock {
                            let y = index / vectors
                            let vector = index % vectors
                            var sum = SIMD4<Float>(repeating: 0)
                            for frequency in 0..<rows {
                                let offset = 16 &* (frequency &* vectors &+ vector)
                                sum +=
                                    source.load(fromByteOffset: offset, as: SIMD4<Float>.self)
                                    * down[y &* rows &+ frequency]
                            }
                            transformed.storeBytes(of: sum, toByteOffset: 16 &* index, as: SIMD4<Float>.self)
                        }
                        let target = UnsafeMutableRawPointer(output + block &* columns)
                        for index in 0..<vectorsOfBlock {
                            let y = index / vectors
                            let vector = index % vectors
                            var sum = SIMD4<Float>(repeating: 0)
                            for frequency in 0..<columns {
                                let offset = 4 &* (y &* columns &+ frequency)
                                sum +=
                                    across[frequency &* vectors &+ vector]
                                    * transformed.load(fromByteOffset: offset, as: Float.self)
                            }
                            target.storeBytes(
                                of: roundedBytes(sum), toByteOffset: y &* stride &+ 4 &* vector, as: SIMD4<UInt8>.self)
                        }
                    }
                }
            }
        }
    }

    /// Returns samples, shifted by 128, as bytes; halves are rounded up.
    @inline(__always)
    private static func roundedBytes(_ samples: SIMD4<Float>) -> SIMD4<UInt8> {
        let least = SIMD4<Float>(repeating: 0)
        let most = SIMD4<Float>(repeating: 255)
        let shifted = samples + 128
        let limited = most.replacing(with: shifted, where: shifted .< most)
        let clamped = least.replacing(with: limited, where: limited .> least)
        // Adding this leaves the nearest integer in a number's lowest bits; of a half, the nearest even one.
        let magic: Float = 12_582_912
        let nearest = clamped + magic
        let rounded = nearest.replacing(with: nearest + 1, where: clamped - (nearest - magic) .>= 0.5)
        return SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(rounded, to: SIMD4<UInt32>.self))
    }
}
