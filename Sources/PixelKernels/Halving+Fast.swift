extension Halving {
    /// Grey: eight pixels at a time.
    ///
    /// Two neighbouring bytes read as one 16-bit lane are added as (lane & 255) + (lane >> 8), whichever byte order
    /// the machine has.
    ///
    /// - Returns: how many of the `count` pixels have been made.
    static func greyPrefix(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ output: UnsafeMutableRawPointer,
        _ outputRow: Int
    ) -> Int {
        typealias Lanes = SIMD8<UInt16>
        let low = Lanes(repeating: 0xFF)
        let even = Lanes(1, 2, 1, 2, 1, 2, 1, 2)
        let bias = outputRow & 1 == 0 ? even : 3 &- even
        var x = 0
        while x + 8 <= count {
            let a = upper.loadUnaligned(fromByteOffset: 2 * x, as: Lanes.self)
            let b = lower.loadUnaligned(fromByteOffset: 2 * x, as: Lanes.self)
            let sum = (a & low) &+ (a &>> 8) &+ (b & low) &+ (b &>> 8) &+ bias
            output.storeBytes(
                of: SIMD8<UInt8>(truncatingIfNeeded: sum &>> 2), toByteOffset: x, as: SIMD8<UInt8>.self)
            x += 8
        }
        return x
    }

    /// Colour: eight pixels at a time.
    ///
    /// The rows are added sixteen samples at a time; the sums of two neighbouring pixels lie three apart, which the
    /// vector units of the common processors cannot gather, so that half is done sample by sample.
    ///
    /// - Returns: how many of the `count` pixels have been made.
    static func colourPrefix(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ output: UnsafeMutableRawPointer,
        _ outputRow: Int
    ) -> Int {
        typealias Bytes = SIMD16<UInt8>
        typealias Sums = SIMD16<UInt16>
        let step = 8
        let firstBias = UInt16(1 + outputRow & 1)
        let target = output.assumingMemoryBound(to: UInt8.self)
        var x = 0
        while x + step <= count {
            @inline(__always) func sum(_ part: Int) -> Sums {
                let place = 6 * x + 16 * part
                return Sums(truncatingIfNeeded: upper.loadUnaligned(fromByteOffset: place, as: Bytes.self))
                    &+ Sums(truncatingIfNeeded: lower.loadUnaligned(fromByteOffset: place, as: Bytes.self))
            }
            withUnsafeBytes(of: (sum(0), sum(1), sum(2))) { raw in
                let sums = raw.assumingMemoryBound(to: UInt16.self)
                for pixel in 0..<step {
                    let bias = pixel & 1 == 0 ? firstBias : 3 - firstBias
                    for channel in 0..<3 {
                        let sum = sums[6 * pixel + channel] &+ sums[6 * pixel + 3 + channel] &+ bias
                        target[3 * (x + pixel) + channel] = UInt8(truncatingIfNeeded: sum &>> 2)
                    }
                }
            }
            x += step
        }
        return x
    }
}
