internal import CPixelKernels

/// Upright scaling goes in two steps, and the first one is shared by all rows of the frame that lie between the same two
/// rows of the plane.
extension Sampling {
    /// The four samples of a pixel, 256 times as large.
    package typealias WidePixel = SIMD4<UInt16>

    /// Copies the pixels of a plane's row at the given columns.
    package static func nearest(
        _ row: UnsafePointer<UInt32>, xs: UnsafePointer<Int32>, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count {
            target[index] = row[Int(xs[index])]
        }
    }

    /// Computes the weighted means of the two pixels around each place of a row.
    ///
    /// - Parameters:
    ///   - row: the pixels of a plane's row.
    ///   - width: the number of pixels, at least two.
    ///   - xs: the places in 256ths, from 0 to 256 · (width − 1).
    ///   - count: the number of places.
    ///   - target: room for as many means.
    package static func interpolateHorizontally(
        _ row: UnsafePointer<UInt32>, width: Int, xs: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<WidePixel>
    ) {
        let done = target.withMemoryRebound(to: UInt16.self, capacity: 4 &* count) {
            tk_mix_columns(row, width, xs, count, $0)
        }
        interpolateHorizontallyPortable(row, width: width, xs: xs + done, count: count &- done, into: target + done)
    }

    /// The same for any processor.
    static func interpolateHorizontallyPortable(
        _ row: UnsafePointer<UInt32>, width: Int, xs: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<WidePixel>
    ) {
        let last = width &- 2
        let base = UnsafeRawPointer(row)
        Weights.shared.withTables { columnWeights, _ in
            @inline(__always)
            func interpolate(_ index: Int) {
                let x = Int(xs[index])
                let column = min(x &>> 8, last)
                let pair = base.loadUnaligned(fromByteOffset: column &* 4, as: SIMD8<UInt8>.self)
                let weighted = Lanes(truncatingIfNeeded: pair) &* columnWeights[x &- column &<< 8]
                target[index] = weighted.lowHalf &+ weighted.highHalf
            }
            // Two at a time: a shorter loop is a quarter slower where the linker happens to place it badly.
            var index = 0
            while index &+ 1 < count {
                interpolate(index)
                interpolate(index &+ 1)
                index &+= 2
            }
            if index < count { interpolate(index) }
        }
    }

    /// Computes the weighted means of two rows that have been interpolated horizontally.
    ///
    /// - Parameters:
    ///   - upper: a row.
    ///   - lower: the next row.
    ///   - fraction: the position between the upper and the lower row, 0 to 256.
    ///   - count: the number of pixels.
    ///   - target: room for as many pixels.
    package static func interpolateVertically(
        _ upper: UnsafePointer<WidePixel>, _ lower: UnsafePointer<WidePixel>, fraction: Int, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let done = upper.withMemoryRebound(to: UInt16.self, capacity: 4 &* count) { above in
            lower.withMemoryRebound(to: UInt16.self, capacity: 4 &* count) { below in
                tk_mix_rows(above, below, Weights.ofRows(fraction).lower, count, target)
            }
        }
        interpolateVerticallyPortable(
            upper + done, lower + done, fraction: fraction, count: count &- done, into: target + done)
    }

    /// The same for any processor.
    static func interpolateVerticallyPortable(
        _ upper: UnsafePointer<WidePixel>, _ lower: UnsafePointer<WidePixel>, fraction: Int, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let weights = Weights.ofRows(fraction)
        let upperWeights = Lanes(repeating: weights.upper)
        let lowerWeights = Lanes(repeating: weights.lower)
        let above = UnsafeRawPointer(upper)
        let below = UnsafeRawPointer(lower)
        let result = UnsafeMutableRawPointer(target)
        @inline(__always) func mean(_ offset: Int) -> SIMD8<UInt8> {
            let sum =
                highProduct(above.loadUnaligned(fromByteOffset: offset, as: Lanes.self), upperWeights)
                &+ highProduct(below.loadUnaligned(fromByteOffset: offset, as: Lanes.self), lowerWeights)
            return SIMD8(truncatingIfNeeded: (sum &+ Weights.rounding) &>> 8)
        }
        let fours = count & ~3
        var index = 0
        while index < fours {
            result.storeBytes(
                of: SIMD16(lowHalf: mean(index &* 8), highHalf: mean(index &* 8 &+ 16)),
                toByteOffset: index &* 4, as: SIMD16<UInt8>.self)
            index &+= 4
        }
        for index in fours..<count {
            let sum =
                WidePixel(truncatingIfNeeded: (wide(upper[index]) &* UInt32(weights.upper)) &>> 16)
                &+ WidePixel(truncatingIfNeeded: (wide(lower[index]) &* UInt32(weights.lower)) &>> 16)
            result.storeBytes(
                of: SIMD4<UInt8>(truncatingIfNeeded: (sum &+ Weights.rounding) &>> 8),
                toByteOffset: index &* 4, as: SIMD4<UInt8>.self)
        }
    }

    private static func wide(_ samples: WidePixel) -> SIMD4<UInt32> { SIMD4(truncatingIfNeeded: samples) }
}
