/// Conversion of YCbCr to RGB as JFIF defines it (JFIF 1.02, from ITU-R BT.601).
package enum YCbCr {
    /// Converts a row of samples to RGB pixels.
    package static func makeRGB(
        _ luma: UnsafePointer<UInt8>, _ cb: UnsafePointer<UInt8>, _ cr: UnsafePointer<UInt8>, count: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        // Factors in units of 2⁻¹⁶.
        let half: Int32 = 1 << 15
        for x in 0..<count {
            let y = Int32(luma[x]) << 16 &+ half
            let b = Int32(cb[x]) &- 128
            let r = Int32(cr[x]) &- 128
            output[3 * x] = sample(y &+ 91881 &* r)
            output[3 * x + 1] = sample(y &- 22554 &* b &- 46802 &* r)
            output[3 * x + 2] = sample(y &+ 116130 &* b)
        }
    }

    /// Converts interleaved pixels of 8 or 16 bits to RGB in place; samples after the third stay.
    package static func makeRGB<Sample: FixedWidthInteger & UnsignedInteger>(
        _ pixels: UnsafeMutablePointer<Sample>, count: Int, samplesPerPixel: Int
    ) {
        let middle = (Int64(Sample.max) + 1) / 2
        let full = Int64(Sample.max)
        for x in 0..<count {
            let pixel = pixels + x &* samplesPerPixel
            let y = Int64(pixel[0]) << 16 &+ 1 << 15
            let b = Int64(pixel[1]) &- middle
            let r = Int64(pixel[2]) &- middle
            pixel[0] = Sample(truncatingIfNeeded: max(0, min(full, (y &+ 91881 &* r) >> 16)))
            pixel[1] = Sample(truncatingIfNeeded: max(0, min(full, (y &- 22554 &* b &- 46802 &* r) >> 16)))
            pixel[2] = Sample(truncatingIfNeeded: max(0, min(full, (y &+ 116130 &* b) >> 16)))
        }
    }

    @inline(__always)
    private static func sample(_ value: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, value >> 16)))
    }
}
