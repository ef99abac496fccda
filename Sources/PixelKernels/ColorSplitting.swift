internal import CPixelKernels

/// Splits 8-bit RGB into lightness at full resolution and two planes of color at half of it in both directions, as JPEGs
/// store them (ITU-T T.871).
///
/// Color is that of the mean of each 2×2 pixels, and is rounded once. At the right and lower edge of an odd size it is
/// that of the 2 or 1 pixels that exist.
public enum ColorSplitting {
    /// Splits two rows.
    ///
    /// A last row that has none below it is given as both, and so is the room for its lightness.
    ///
    /// - Parameters:
    ///   - upper: an even row of pixels.
    ///   - lower: the row below it.
    ///   - width: pixels in a row.
    ///   - upperLightness: room for `width` samples.
    ///   - lowerLightness: room for `width` samples.
    ///   - blue: room for (width + 1) / 2 samples of Cb.
    ///   - red: room for as many of Cr.
    public static func splitRows(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer, width: Int, upperLightness: UnsafeMutableRawPointer,
        lowerLightness: UnsafeMutableRawPointer, blue: UnsafeMutableRawPointer, red: UnsafeMutableRawPointer
    ) {
        let done = tk_split_rgb(upper, lower, width, upperLightness, lowerLightness, blue, red)
        splitRowsPlainly(
            upper: upper + 3 * done, lower: lower + 3 * done, width: width - done,
            upperLightness: upperLightness + done, lowerLightness: lowerLightness + done,
            blue: blue + done / 2, red: red + done / 2)
    }

    /// The plain twin, which makes what the fast loops leave; the tests compare them.
    package static func splitRowsPlainly(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer, width: Int, upperLightness: UnsafeMutableRawPointer,
        lowerLightness: UnsafeMutableRawPointer, blue: UnsafeMutableRawPointer, red: UnsafeMutableRawPointer
    ) {
        for x in stride(from: 0, to: width, by: 2) {
            let next = x + 1 < width ? x + 1 : x
            let pixels = (Pixel(upper, x), Pixel(upper, next), Pixel(lower, x), Pixel(lower, next))
            // What an odd width has no room for is the pixel beside it once more.
            upperLightness.storeBytes(of: pixels.0.lightness, toByteOffset: x, as: UInt8.self)
            upperLightness.storeBytes(of: pixels.1.lightness, toByteOffset: next, as: UInt8.self)
            lowerLightness.storeBytes(of: pixels.2.lightness, toByteOffset: x, as: UInt8.self)
            lowerLightness.storeBytes(of: pixels.3.lightness, toByteOffset: next, as: UInt8.self)
            let sum = pixels.0.samples &+ pixels.1.samples &+ pixels.2.samples &+ pixels.3.samples
            let colors = (
                blue: color(of: sum, shares: [-5_529, -10_855, 16_384, 0]),
                red: color(of: sum, shares: [16_384, -13_720, -2_664, 0])
            )
            blue.storeBytes(of: colors.blue, toByteOffset: x / 2, as: UInt8.self)
            red.storeBytes(of: colors.red, toByteOffset: x / 2, as: UInt8.self)
        }
    }

    private struct Pixel {
        /// Red, green and blue, and 0.
        let samples: SIMD4<Int32>

        @inline(__always)
        init(_ row: UnsafeRawPointer, _ x: Int) {
            func sample(_ channel: Int) -> Int32 { Int32(row.load(fromByteOffset: 3 * x + channel, as: UInt8.self)) }
            samples = [sample(0), sample(1), sample(2), 0]
        }

        /// In 65536 parts, to the nearest.
        @inline(__always)
        var lightness: UInt8 {
            UInt8(truncatingIfNeeded: ((samples &* [19_595, 38_470, 7_471, 0]).wrappedSum() &+ 1 << 15) &>> 16)
        }
    }

    /// A color of the sum of four pixels, in 32768 parts of a quarter; halves are rounded down, so that the largest fits.
    @inline(__always)
    private static func color(of sum: SIMD4<Int32>, shares: SIMD4<Int32>) -> UInt8 {
        UInt8(truncatingIfNeeded: ((sum &* shares).wrappedSum() &+ 128 << 17 &+ 1 << 16 &- 1) &>> 17)
    }
}
