internal import Glibc

/// Converts HDR samples of RGB to an SDR space, with 8 or 16 bits.
///
/// The steps are linear light, a tone curve that keeps the ratio of the three samples, a matrix, and the curve of the other
/// space.
///
/// The tone curve is applied to the largest of the three samples, even if that is brighter than the brightest tone of the
/// curve. Colors beyond the other space are clipped.
package struct ToneMapping: Sendable {
    /// The functions from which the tables of a conversion are made.
    package struct Curves {
        /// The linear light of each of 256 or 65,536 samples; 1 is the brightest tone of the curve.
        package var light: [Double]
        /// The factor that maps the tone of a color, as a function of the largest light of its samples, from 0 to 1.
        package var factor: (Double) -> Double
        /// The exponent of the luminance that light is multiplied by before that, and the shares of red, green and blue in
        /// luminance; nil if light is already the display's.
        package var overall: (exponent: Double, luminance: SIMD3<Double>)?
        /// The matrix from light with factors applied to linear light of the other space; 1 is white.
        package var matrix: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
        /// The sample of the other space, from 0 to 1, for a linear light from 0 to 1.
        package var encode: (Double) -> Double

        package init(
            light: [Double], factor: @escaping (Double) -> Double,
            overall: (exponent: Double, luminance: SIMD3<Double>)?,
            matrix: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), encode: @escaping (Double) -> Double
        ) {
            self.light = light
            self.factor = factor
            self.overall = overall
            self.matrix = matrix
            self.encode = encode
        }
    }

    /// A function of numbers from 0 to 1, interpolated between even steps.
    private struct Table: Sendable {
        static let intervals = 1 << 14
        /// One value more than points, for the interval after 1.
        let values: [Float]

        init(_ function: (Double) -> Double) {
            values = (0...Self.intervals + 1).map { Float(function(min(1, Double($0) / Double(Self.intervals)))) }
        }

        @inline(__always)
        static func value(_ values: UnsafePointer<Float>, at position: Float) -> Float {
            let scaled = position * Float(intervals)
            let index = Int(scaled)
            return values[index] + (values[index + 1] - values[index]) * (scaled - Float(index))
        }
    }

    /// The light of every sample.
    private let light: [Float]
    /// The factor over the square root of light, where tone curves of dark colors have room.
    private let factors: Table
    /// The power over the fourth root of luminance; nil without.
    private let overall: Table?
    private let luminance: SIMD4<Float>
    private let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    private let samples: Table

    /// Prepares a conversion.
    package init(_ curves: Curves) {
        precondition(curves.light.count == 1 << 8 || curves.light.count == 1 << 16, "samples have 8 or 16 bits")
        light = curves.light.map(Float.init)
        factors = Table { curves.factor($0 * $0) }
        overall = curves.overall.map { overall in
            Table { pow($0, 4 * overall.exponent) }
        }
        luminance = SIMD4(SIMD4<Double>(curves.overall?.luminance ?? SIMD3(), 0))
        let (red, green, blue) = curves.matrix
        columns = (
            SIMD4(SIMD4<Double>(red, 0)), SIMD4(SIMD4<Double>(green, 0)), SIMD4(SIMD4<Double>(blue, 0))
        )
        samples = Table(curves.encode)
    }

    /// Converts `count` pixels; `source` and `target` do not overlap.
    ///
    /// - Parameters:
    ///   - source: pixels with the samples of this conversion.
    ///   - target: room for as many.
    ///   - count: the number of pixels.
    ///   - depth: the depth of the converted samples.
    ///   - hasAlpha: true when an alpha sample follows the colors of each pixel; it is copied at the new depth.
    package func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, depth: PixelLayout.Depth,
        hasAlpha: Bool
    ) {
        let isDeep = light.count > 256
        switch (isDeep, depth) {
        case (true, .sixteen): convert(UInt16.self, source, UInt16.self, target, count, hasAlpha)
        case (true, .eight): convert(UInt16.self, source, UInt8.self, target, count, hasAlpha)
        case (false, .sixteen): convert(UInt8.self, source, UInt16.self, target, count, hasAlpha)
        case (false, .eight): convert(UInt8.self, source, UInt8.self, target, count, hasAlpha)
        }
    }

    @inline(__always)
    private func convert<Source: FixedWidthInteger & UnsignedInteger, Sample: FixedWidthInteger & UnsignedInteger>(
        _: Source.Type, _ source: UnsafeRawPointer, _: Sample.Type, _ target: UnsafeMutableRawPointer, _ count: Int,
        _ hasAlpha: Bool
    ) {
        let channels = hasAlpha ? 4 : 3
        let full = Float(Sample.max)
        light.withUnsafeBufferPointer { light in
            factors.values.withUnsafeBufferPointer { factors in
                samples.values.withUnsafeBufferPointer { samples in
                    (overall?.values ?? []).withUnsafeBufferPointer { overall in
                        guard let light = light.baseAddress, let factors = factors.baseAddress,
                            let samples = samples.baseAddress
                        else { return }
                        var from = source.assumingMemoryBound(to: Source.self)
                        var to = target.assumingMemoryBound(to: Sample.self)
                        // The address of an empty array is not nil.
                        let powers = overall.isEmpty ? nil : overall.baseAddress
                        for _ in 0..<count {
                            var color = SIMD4(light[Int(from[0])], light[Int(from[1])], light[Int(from[2])], 0)
                            if let powers {
                                let root = (color * luminance).sum().squareRoot().squareRoot()
                                color *= Table.value(powers, at: min(1, root))
                            }
                            let largest = max(color.x, max(color.y, color.z))
                            color *= Table.value(factors, at: min(1, largest).squareRoot()) / max(1, largest)
                            var sum = columns.0 * color.x
                            sum += columns.1 * color.y
                            sum += columns.2 * color.z
                            for channel in 0..<3 {
                                let value = full * Table.value(samples, at: max(0, min(1, sum[channel])))
                                to[channel] = Sample(truncatingIfNeeded: Int32(value + 0.5))
                            }
                            if hasAlpha { to[3] = Self.alpha(from[3]) }
                            from += channels
                            to += channels
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func alpha<Source: FixedWidthInteger & UnsignedInteger, Sample: FixedWidthInteger & UnsignedInteger>(
        _ alpha: Source
    ) -> Sample {
        let value = UInt32(alpha)
        if Source.bitWidth == Sample.bitWidth { return Sample(truncatingIfNeeded: value) }
        return Sample(truncatingIfNeeded: Sample.bitWidth == 16 ? 257 &* value : (2 &* value &+ 257) / 514)
    }
}
