/// Converts 8-bit RGB between color spaces of three primaries: tone curves to linear light, a matrix, and the curve of
/// the other space (matrix/TRC profiles, ICC.1:2022, F.3).
///
/// One table holds curves and matrix: linear light is additive, so each sample contributes three numbers, which lie in one
/// 64-bit word. A pixel takes three additions of words, and each sum is an index into the table of the other curve. That table
/// covers all sums, also for colors outside the other space, so nothing has to be clamped.
package struct MatrixShaper: Sendable {
    /// The bits of an index into the table of the other curve.
    private static let indexBits: UInt64 = 15
    /// The bits of a field of a word: ``indexBits`` of them are the index, the others its fraction.
    private static let fieldBits: UInt64 = 21
    private static let fractionBits = fieldBits - indexBits
    /// The largest range of linear light, in multiples of that from black to white, that the table resolves.
    private static let rangeLimit = 8.0

    /// The contributions of 256 reds, greens and blues.
    private let contributions: [UInt64]
    /// The sample for each index.
    private let samples: [UInt8]

    /// Creates a conversion from the linear light of colors in the other space; nil if its range is too large.
    ///
    /// - Parameters:
    ///   - black: the linear light of black: red, green and blue, where 0 is the black of the other space and 1 its
    ///     white.
    ///   - light: the linear light of 256 colors that are black except for one sample, which is the index: first those
    ///     of red, then of green, then of blue.
    ///   - encode: the sample, from 0 to 1, for a linear light from 0 to 1.
    package init?(black: SIMD3<Double>, light: [SIMD3<Double>], encode: (Double) -> Double) {
        precondition(light.count == 768, "each of three samples has 256 values")
        let levels = light.map { $0 - black }
        let (lows, highs) = (0..<3).reduce(into: (black, black)) { sums, sample in
            let part = levels[256 * sample..<256 * (sample + 1)]
            sums.0 += part.reduce(SIMD3(repeating: 0)) { pointwiseMin($0, $1) }
            sums.1 += part.reduce(SIMD3(repeating: 0)) { pointwiseMax($0, $1) }
        }
        let low = min(0, lows.min())
        let high = max(1, highs.max())
        guard high - low <= Self.rangeLimit else { return nil }
        let indices = 1 << Int(Self.indexBits)
        // Two indices are spare, because each contribution is rounded.
        let scale = Double(indices - 2) / (high - low)
        let fields = scale * Double(1 << Self.fractionBits)
        contributions = (0..<768).map { index in
            let part = levels[256 * (index / 256)..<256 * (index / 256 + 1)]
            var sum = levels[index] - part.reduce(SIMD3(repeating: 0)) { pointwiseMin($0, $1) }
            if index < 256 { sum += lows - SIMD3(repeating: low) }
            return (0..<3).reduce(0) { word, channel in
                word | UInt64(max(0, (sum[channel] * fields).rounded())) << (Self.fieldBits * UInt64(channel))
            }
        }
        samples = (0..<indices).map { index in
            let light = min(1, max(0, low + (Double(index) + 0.5) / scale))
            return UInt8(min(255, max(0, (encode(light) * 255).rounded())))
        }
    }

    /// Converts `count` pixels; `source` and `target` are the same or do not overlap.
    ///
    /// - Parameters:
    ///   - source: the pixels.
    ///   - target: room for as many.
    ///   - count: the number of pixels.
    ///   - hasAlpha: true when an alpha sample follows the colors of each pixel; it is copied.
    package func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, hasAlpha: Bool = false
    ) {
        let source = source.assumingMemoryBound(to: UInt8.self)
        let target = target.assumingMemoryBound(to: UInt8.self)
        contributions.withUnsafeBufferPointer { contributions in
            samples.withUnsafeBufferPointer { samples in
                guard let contributions = contributions.baseAddress, let samples = samples.baseAddress else { return }
                if hasAlpha {
                    Self.convert(source, to: target, count, 4, contributions, samples)
                } else {
                    Self.convert(source, to: target, count, 3, contributions, samples)
                }
            }
        }
    }

    @inline(__always)
    private static func convert(
        _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int, _ channels: Int,
        _ contributions: UnsafePointer<UInt64>, _ samples: UnsafePointer<UInt8>
    ) {
        let mask = (1 << indexBits) as UInt64 &- 1
        var from = source
        var to = target
        for _ in 0..<count {
            let sum =
                contributions[Int(from[0])] &+ contributions[256 &+ Int(from[1])]
                &+ contributions[512 &+ Int(from[2])]
            if channels == 4 { to[3] = from[3] }
            to[0] = samples[Int(truncatingIfNeeded: sum &>> fractionBits & mask)]
            to[1] = samples[Int(truncatingIfNeeded: sum &>> (fieldBits &+ fractionBits) & mask)]
            to[2] = samples[Int(truncatingIfNeeded: sum &>> (2 &* fieldBits &+ fractionBits) & mask)]
            from += channels
            to += channels
        }
    }
}
