/// Combines rows of 8-bit coverage, in 255ths.
///
/// The loops have no branches and no overflow checks, so that the compiler vectorizes them.
package enum CoverageRows {
    /// Multiplies two rows; each product is rounded to nearest, exactly.
    ///
    /// - Parameters:
    ///   - first: the first row.
    ///   - second: the second row.
    ///   - count: the number of pixels.
    ///   - target: memory for as many values; it may be one of the rows.
    package static func multiply(
        _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, count: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            target[index] = product(UInt16(first[index]), UInt16(second[index]))
        }
    }

    /// Multiplies a row by one factor; each product is rounded to nearest, exactly.
    package static func multiply(_ coverage: UnsafeMutablePointer<UInt8>, by factor: UInt8, count: Int) {
        let factor = UInt16(factor)
        for index in 0..<count {
            coverage[index] = product(UInt16(coverage[index]), factor)
        }
    }

    /// Copies the alpha of pixels.
    package static func copyAlpha(
        of pixels: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            target[index] = UInt8(truncatingIfNeeded: pixels[index] &>> 24)
        }
    }

    /// The usual exact division by 255: with t = x · y + 128, (t + ⌊t ÷ 256⌋) ÷ 256.
    @inline(__always)
    private static func product(_ first: UInt16, _ second: UInt16) -> UInt8 {
        let sum = first &* second &+ 128
        return UInt8(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
    }
}
