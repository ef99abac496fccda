internal import CPixelKernels

/// Cubic interpolation with the weights of Catmull and Rom: smooth, and exactly a pixel at its center.
///
/// Weights have 14 bits, and samples 6 bits of fraction between both directions. Beyond the edges of a plane its pixels are
/// repeated. Colors are clipped to alpha.
extension Sampling {
    /// The four samples of a pixel, 64 times as large; they may be below 0 or above the largest.
    package typealias CubicPixel = SIMD4<Int16>

    /// The weights of four pixels in a row, by the 257 steps from the second one to the third.
    struct CubicWeights: Sendable {
        static let shared = CubicWeights()

        /// Four weights for each step; together 2¹⁴.
        private let weights: [Int16]

        private init() {
            weights = (0...Sampling.fractions).flatMap { step in
                // The polynomials times 2¹⁴, of a fraction in 256ths, with the common divisor 2¹¹.
                func rounded(_ sum: Int) -> Int { (sum + (1 << 10)) >> 11 }
                let cube = step * step * step
                let square = step * step << 8
                let line = step << 16
                let first = rounded(2 * square - cube - line)
                let third = rounded(4 * square - 3 * cube + line)
                let fourth = rounded(cube - square)
                return [first, (1 << 14) - first - third - fourth, third, fourth].map { Int16(truncatingIfNeeded: $0) }
            }
        }

        @inline(__always)
        func withTable<Result>(_ body: (UnsafePointer<Int16>) -> Result?) -> Result? {
            weights.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
        }
    }

    /// Computes the weighted means of the four pixels around each place of a row.
    ///
    /// - Parameters:
    ///   - row: the pixels of a plane's row.
    ///   - width: the number of pixels, at least two.
    ///   - xs: the places in 256ths, from 0 to 256 · (width − 1).
    ///   - count: the number of places.
    ///   - target: room for as many means.
    package static func interpolateCubicHorizontally(
        _ row: UnsafePointer<UInt32>, width: Int, xs: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<CubicPixel>
    ) {
        let done = CubicWeights.shared.withTable { weights in
            target.withMemoryRebound(to: Int16.self, capacity: 4 &* count) {
                tk_cubic_columns(row, width, xs, count, weights, $0)
            }
        }
        let start = done ?? 0
        interpolateCubicHorizontallyPortable(
            row, width: width, xs: xs + start, count: count &- start, into: target + start)
    }

    /// The same for any processor.
    static func interpolateCubicHorizontallyPortable(
        _ row: UnsafePointer<UInt32>, width: Int, xs: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<CubicPixel>
    ) {
        _ = CubicWeights.shared.withTable { weights in
            for index in 0..<count {
                target[index] = horizontalMean(row, width: width, x: Int(xs[index]), weights)
            }
        }
    }

    /// Computes the weighted means of four rows that have been interpolated horizontally.
    ///
    /// - Parameters:
    ///   - rows: the rows, from the one above the upper row to the one below the lower row.
    ///   - fraction: the position between the second and the third row, 0 to 256.
    ///   - count: the number of pixels.
    ///   - target: room for as many pixels.
    package static func interpolateCubicVertically(
        _ rows: CubicRows, fraction: Int, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        let done = CubicWeights.shared.withTable { weights in
            rows.withVectors(count) { tk_cubic_rows($0, weights + 4 &* fraction, count, target) }
        }
        interpolateCubicVerticallyPortable(rows, from: done ?? 0, fraction: fraction, count: count, into: target)
    }

    /// The same for any processor, from one pixel on.
    static func interpolateCubicVerticallyPortable(
        _ rows: CubicRows, from first: Int = 0, fraction: Int, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        _ = CubicWeights.shared.withTable { weights in
            for index in first..<max(first, count) {
                target[index] = verticalMean(
                    (rows.before[index], rows.upper[index], rows.lower[index], rows.after[index]),
                    weights + 4 &* fraction)
            }
        }
    }

    /// Computes the weighted mean of the sixteen pixels around each place; the map leads to 256ths.
    ///
    /// - Parameters:
    ///   - pixels: at least two columns and two rows.
    ///   - mapping: the map; its limit is 256 · (columns − 1) and 256 · (rows − 1) of the plane.
    ///   - row: the row of the frame.
    ///   - columns: the columns of the frame.
    ///   - target: room for as many pixels.
    package static func cubic(
        _ pixels: PixelBufferView, mapping: TextureMapping, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        inPortions(mapping, row, columns) { xs, ys, start, count in
            cubic(pixels, xs: xs, ys: ys, count: count, into: target + start)
        }
    }

    /// The weighted means at places that are worked out already.
    static func cubic(
        _ pixels: PixelBufferView, xs: UnsafePointer<Int32>, ys: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let done = CubicWeights.shared.withTable {
            tk_sample_cubic(
                pixels.base, pixels.stride, pixels.width, pixels.height, xs, ys, count, $0, target)
        }
        let start = done ?? 0
        cubicPortable(pixels, xs: xs + start, ys: ys + start, count: count &- start, into: target + start)
    }

    /// The same for any processor.
    static func cubicPortable(
        _ pixels: PixelBufferView, xs: UnsafePointer<Int32>, ys: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        _ = CubicWeights.shared.withTable { weights in
            for index in 0..<count {
                let x = Int(xs[index])
                let y = Int(ys[index])
                let row = min(y &>> 8, pixels.height &- 2)
                @inline(__always) func mean(_ line: Int) -> CubicPixel {
                    horizontalMean(
                        pixels.row(min(max(line, 0), pixels.height &- 1)), width: pixels.width, x: x, weights)
                }
                target[index] = verticalMean(
                    (mean(row &- 1), mean(row), mean(row &+ 1), mean(row &+ 2)), weights + 4 &* (y &- row &<< 8))
            }
        }
    }

    @inline(__always)
    private static func horizontalMean(
        _ row: UnsafePointer<UInt32>, width: Int, x: Int, _ weights: UnsafePointer<Int16>
    ) -> CubicPixel {
        let column = min(x &>> 8, width &- 2)
        let own = weights + 4 &* (x &- column &<< 8)
        @inline(__always) func part(_ number: Int) -> SIMD4<Int32> {
            let pixel = row[min(max(column &+ number &- 1, 0), width &- 1)]
            return SIMD4<Int32>(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self)) &* Int32(own[number])
        }
        return CubicPixel(truncatingIfNeeded: (part(0) &+ part(1) &+ part(2) &+ part(3) &+ 128) &>> 8)
    }

    @inline(__always)
    private static func verticalMean(
        _ rows: (CubicPixel, CubicPixel, CubicPixel, CubicPixel), _ weights: UnsafePointer<Int16>
    ) -> UInt32 {
        @inline(__always) func part(_ row: CubicPixel, _ number: Int) -> SIMD4<Int32> {
            SIMD4<Int32>(truncatingIfNeeded: row) &* Int32(weights[number])
        }
        let sum = part(rows.0, 0) &+ part(rows.1, 1) &+ part(rows.2, 2) &+ part(rows.3, 3)
        let mean = ((sum &+ (1 &<< 19)) &>> 20).clamped(
            lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
        let held = pointwiseMin(mean, SIMD4(repeating: mean.w))
        return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: held), to: UInt32.self)
    }
}

/// Four rows that have been interpolated horizontally with cubic weights.
package struct CubicRows {
    let before: UnsafePointer<Sampling.CubicPixel>, upper: UnsafePointer<Sampling.CubicPixel>
    let lower: UnsafePointer<Sampling.CubicPixel>, after: UnsafePointer<Sampling.CubicPixel>

    /// Creates the rows, from top to bottom.
    package init(
        _ before: UnsafePointer<Sampling.CubicPixel>, _ upper: UnsafePointer<Sampling.CubicPixel>,
        _ lower: UnsafePointer<Sampling.CubicPixel>, _ after: UnsafePointer<Sampling.CubicPixel>
    ) {
        self.before = before
        self.upper = upper
        self.lower = lower
        self.after = after
    }

    /// Calls `body` with the rows' samples; each row has `count` pixels.
    fileprivate func withVectors(_ count: Int, _ body: (UnsafePointer<UnsafePointer<Int16>?>) -> Int) -> Int {
        func samples(_ row: UnsafePointer<Sampling.CubicPixel>) -> UnsafePointer<Int16> {
            UnsafeRawPointer(row).assumingMemoryBound(to: Int16.self)
        }
        return withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>?.self, capacity: 4) { rows in
            for (index, row) in [before, upper, lower, after].enumerated() { rows[index] = samples(row) }
            return rows.baseAddress.map { body(UnsafePointer($0)) } ?? 0
        }
    }
}
