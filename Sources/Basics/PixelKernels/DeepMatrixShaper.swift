/// Converts 16-bit RGB between color spaces of three primaries, to 8 or 16 bits: tone curves to linear light, a matrix,
/// and the curve of the other space.
///
/// The sums have single precision. The curve of the other space is interpolated between enough points that its error is less
/// than an eighth of a step of 16 bits.
package struct DeepMatrixShaper: Sendable {
    /// The intervals of the curve of the other space.
    private static let intervals = 1 << 14

    /// The share of each of 65,536 samples in the linear light of the largest one, for red, green and blue.
    private let curves: [[Float]]
    /// The linear light of the largest red, green and blue, less the light of black.
    private let columns: [SIMD4<Float>]
    private let black: SIMD4<Float>
    /// The curve of the other space, from 0 to the largest sample, and one point more.
    private let samples: [Float]
    private let depth: PixelLayout.Depth

    /// Creates a conversion from the linear light of colors in the other space.
    ///
    /// - Parameters:
    ///   - black: the linear light of black: red, green and blue, where 0 is the black of the other space and 1 its
    ///     white.
    ///   - light: the linear light of 65,536 colors that are black except for one sample, which is the index: first
    ///     those of red, then of green, then of blue.
    ///   - depth: the depth of the converted samples.
    ///   - encode: the sample, from 0 to 1, for a linear light from 0 to 1.
    package init(
        black: SIMD3<Double>, light: [SIMD3<Double>], to depth: PixelLayout.Depth, encode: (Double) -> Double
    ) {
        precondition(light.count == 3 << 16, "each of three samples has 65,536 values")
        self.black = SIMD4(SIMD4<Double>(black, 0))
        self.depth = depth
        let full = depth == .sixteen ? 65535.0 : 255
        samples = (0...Self.intervals + 1).map { index in
            Float(full * encode(min(1, Double(index) / Double(Self.intervals))))
        }
        var curves: [[Float]] = []
        columns = (0..<3).map { sample in
            let part = light[sample << 16..<(sample + 1) << 16]
            let column = (part.last ?? black) - black
            // The largest component is the most precise.
            let channel = (0..<3).max { abs(column[$0]) < abs(column[$1]) } ?? 0
            let whole = column[channel]
            let curve = part.map { whole == 0 ? 0 : Float(($0[channel] - black[channel]) / whole) }
            // Equal curves share their memory, and the processor's cache.
            let equal = curves.first { earlier in zip(earlier, curve).allSatisfy { abs($0 - $1) < 1e-6 } }
            curves.append(equal ?? curve)
            return SIMD4(SIMD4<Double>(column, 0))
        }
        self.curves = curves
    }

    /// Converts `count` pixels; `source` and `target` do not overlap.
    ///
    /// - Parameters:
    ///   - source: the pixels.
    ///   - target: room for as many.
    ///   - count: the number of pixels.
    ///   - hasAlpha: true when an alpha sample follows the colors of each pixel; it is copied at the new depth.
    package func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, hasAlpha: Bool = false
    ) {
        let source = source.assumingMemoryBound(to: UInt16.self)
        if depth == .sixteen {
            convert(source, to: target.assumingMemoryBound(to: UInt16.self), count, hasAlpha)
        } else {
            convert(source, to: target.assumingMemoryBound(to: UInt8.self), count, hasAlpha)
        }
    }

    @inline(__always)
    private func convert<Sample: SampleValue>(
        _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<Sample>, _ count: Int, _ hasAlpha: Bool
    ) {
        let channels = hasAlpha ? 4 : 3
        let red = columns[0]
        let green = columns[1]
        let blue = columns[2]
        curves[0].withUnsafeBufferPointer { reds in
            curves[1].withUnsafeBufferPointer { greens in
                curves[2].withUnsafeBufferPointer { blues in
                    samples.withUnsafeBufferPointer { samples in
                        guard let reds = reds.baseAddress, let greens = greens.baseAddress,
                            let blues = blues.baseAddress, let samples = samples.baseAddress
                        else { return }
                        var from = source
                        var to = target
                        for _ in 0..<count {
                            var sum = black + red * reds[Int(from[0])]
                            sum += green * greens[Int(from[1])]
                            sum += blue * blues[Int(from[2])]
                            let position = Self.limited(sum) * Float(Self.intervals)
                            for channel in 0..<3 {
                                let index = Int(position[channel])
                                let fraction = position[channel] - Float(index)
                                let value = samples[index] + (samples[index + 1] - samples[index]) * fraction
                                to[channel] = Sample(truncatingIfNeeded: Int32(value + 0.5))
                            }
                            if hasAlpha {
                                let alpha = UInt32(from[3])
                                let isDeep = Sample.bitWidth == 16
                                to[3] = Sample(truncatingIfNeeded: isDeep ? alpha : (2 &* alpha &+ 257) / 514)
                            }
                            from += channels
                            to += channels
                        }
                    }
                }
            }
        }
    }

    /// Limits numbers to 0 and 1; `clamped(lowerBound:upperBound:)` calls a function that is not inlined.
    @inline(__always)
    private static func limited(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
        let most = SIMD4<Float>(repeating: 1)
        let limited = most.replacing(with: numbers, where: numbers .< most)
        return SIMD4<Float>().replacing(with: limited, where: limited .> 0)
    }
}
