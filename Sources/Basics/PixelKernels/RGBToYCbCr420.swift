internal import CPixelKernels

/// Converts 8-bit RGB to planar YCbCr 4:2:0 as JPEGs store it (ITU-T T.871).
///
/// Luma has full resolution, chroma half of it in both directions.
///
/// Chroma is computed from the mean of 2×2 pixels and rounded once. At the right and lower edge of an odd size, it is computed
/// from the 2 or 1 pixels that exist.
public enum RGBToYCbCr420 {
    /// Converts two rows.
    ///
    /// If the last row has none below it, pass it as both rows, and the same room as both lumas.
    ///
    /// - Parameters:
    ///   - upper: an even row of pixels.
    ///   - lower: the row below it.
    ///   - width: the number of pixels in a row.
    ///   - upperLuma: room for `width` samples.
    ///   - lowerLuma: room for `width` samples.
    ///   - cb: room for (width + 1) / 2 samples of Cb.
    ///   - cr: room for as many samples of Cr.
    public static func convertRows(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer, width: Int, upperLuma: UnsafeMutableRawPointer,
        lowerLuma: UnsafeMutableRawPointer, cb: UnsafeMutableRawPointer, cr: UnsafeMutableRawPointer
    ) {
        let done = tk_rgb_to_ycbcr420(upper, lower, width, upperLuma, lowerLuma, cb, cr)
        convertRowsScalar(
            upper: upper + 3 * done, lower: lower + 3 * done, width: width - done,
            upperLuma: upperLuma + done, lowerLuma: lowerLuma + done,
            cb: cb + done / 2, cr: cr + done / 2)
    }

    /// The plain twin, which also converts the pixels that the fast loops leave; the tests compare them.
    package static func convertRowsScalar(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer, width: Int, upperLuma: UnsafeMutableRawPointer,
        lowerLuma: UnsafeMutableRawPointer, cb: UnsafeMutableRawPointer, cr: UnsafeMutableRawPointer
    ) {
        for x in stride(from: 0, to: width, by: 2) {
            let next = x + 1 < width ? x + 1 : x
            let pixels = (Pixel(upper, x), Pixel(upper, next), Pixel(lower, x), Pixel(lower, next))
            // What an odd width has no room for is the pixel beside it once more.
            upperLuma.storeBytes(of: pixels.0.luma, toByteOffset: x, as: UInt8.self)
            upperLuma.storeBytes(of: pixels.1.luma, toByteOffset: next, as: UInt8.self)
            lowerLuma.storeBytes(of: pixels.2.luma, toByteOffset: x, as: UInt8.self)
            lowerLuma.storeBytes(of: pixels.3.luma, toByteOffset: next, as: UInt8.self)
            let sum = pixels.0.samples &+ pixels.1.samples &+ pixels.2.samples &+ pixels.3.samples
            let cbSample = chromaSample(of: sum, weights: [-5_529, -10_855, 16_384, 0])
            let crSample = chromaSample(of: sum, weights: [16_384, -13_720, -2_664, 0])
            cb.storeBytes(of: cbSample, toByteOffset: x / 2, as: UInt8.self)
            cr.storeBytes(of: crSample, toByteOffset: x / 2, as: UInt8.self)
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
        var luma: UInt8 {
            UInt8(truncatingIfNeeded: ((samples &* [19_595, 38_470, 7_471, 0]).wrappedSum() &+ 1 << 15) &>> 16)
        }
    }

    /// Cb or Cr of the sum of four pixels, in 32768 parts of a quarter, halves rounded down so that the largest fits.
    @inline(__always)
    private static func chromaSample(of sum: SIMD4<Int32>, weights: SIMD4<Int32>) -> UInt8 {
        UInt8(truncatingIfNeeded: ((sum &* weights).wrappedSum() &+ 128 << 17 &+ 1 << 16 &- 1) &>> 17)
    }
}
