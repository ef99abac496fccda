/// Moves masks of 8-bit coverage by fractions of a pixel.
package enum MaskInterpolation {
    /// Interpolates a row of a mask that is moved to the right and down by 256ths of a pixel.
    ///
    /// The loop has no branches and no overflow checks, so that the compiler vectorizes it.
    ///
    /// - Parameters:
    ///   - upper: the row above, from the first pixel; the pixel before it is read too.
    ///   - lower: the row, from the first pixel; the pixel before it is read too.
    ///   - x: the distance to the right, 0 to 256.
    ///   - y: the distance down, 0 to 256.
    ///   - count: the number of pixels.
    ///   - target: memory for as many values, apart from both rows.
    package static func interpolate(
        upper: UnsafePointer<UInt8>, lower: UnsafePointer<UInt8>, x: UInt32, y: UInt32, count: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        let x = min(x, 256)
        let y = min(y, 256)
        let weights = ((256 &- x) &* (256 &- y), x &* (256 &- y), (256 &- x) &* y, x &* y)
        for index in 0..<count {
            let below = UInt32(lower[index]) &* weights.0 &+ UInt32(lower[index &- 1]) &* weights.1
            let above = UInt32(upper[index]) &* weights.2 &+ UInt32(upper[index &- 1]) &* weights.3
            target[index] = UInt8(truncatingIfNeeded: (below &+ above &+ 1 << 15) &>> 16)
        }
    }
}
