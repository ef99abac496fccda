extension BoxDownsampling {
    /// Gray: eight pixels at a time.
    ///
    /// Two neighboring bytes read as one 16-bit lane are added as (lane & 255) + (lane >> 8), whichever byte order
    /// the machine has.
    ///
    /// - Returns: the number of the `count` pixels that have been made.
    static func downsampleGray(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ output: UnsafeMutableRawPointer,
        _ firstPhase: UInt16
    ) -> Int {
        typealias Lanes = SIMD8<UInt16>
        let low = Lanes(repeating: 0xFF)
        var phase = Lanes(0, 1, 2, 3, 4, 5, 6, 7) &* columnStep &+ firstPhase
        var x = 0
        while x + 8 <= count {
            let a = upper.loadUnaligned(fromByteOffset: 2 * x, as: Lanes.self)
            let b = lower.loadUnaligned(fromByteOffset: 2 * x, as: Lanes.self)
            let sum = (a & low) &+ (a &>> 8) &+ (b & low) &+ (b &>> 8) &+ (phase &>> 14)
            output.storeBytes(
                of: SIMD8<UInt8>(truncatingIfNeeded: sum &>> 2), toByteOffset: x, as: SIMD8<UInt8>.self)
            phase &+= 8 &* columnStep
            x += 8
        }
        return x
    }

    /// Color, on any processor: eight pixels at a time.
    ///
    /// The rows are added sixteen samples at a time, those with an even and those with an odd index apart: the halves
    /// of a lane, as machines that Swift is released for have the lower byte first. The sums of two neighboring pixels
    /// lie three samples apart, which the vector units of the common processors cannot gather, so that half is done
    /// sample by sample.
    ///
    /// - Returns: the number of the `count` pixels that have been made.
    static func downsampleRGB(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ output: UnsafeMutableRawPointer,
        _ firstPhase: UInt16
    ) -> Int {
        typealias Lanes = SIMD8<UInt16>
        let low = Lanes(repeating: 0xFF)
        let step = 8
        var phase = SIMD8<UInt16>(0, 1, 2, 3, 4, 5, 6, 7) &* columnStep &+ firstPhase
        let target = output.assumingMemoryBound(to: UInt8.self)
        var x = 0
        while x + step <= count {
            @inline(__always) func sums(_ part: Int) -> (even: Lanes, odd: Lanes) {
                let offset = 6 * x + 16 * part
                let a = upper.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                let b = lower.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                return ((a & low) &+ (b & low), (a &>> 8) &+ (b &>> 8))
            }
            let parts = (sums(0), sums(1), sums(2))
            let bias = phase &>> 14
            withUnsafeBytes(of: (parts.0.even, parts.1.even, parts.2.even)) { even in
                withUnsafeBytes(of: (parts.0.odd, parts.1.odd, parts.2.odd)) { odd in
                    let even = even.assumingMemoryBound(to: UInt16.self)
                    let odd = odd.assumingMemoryBound(to: UInt16.self)
                    for pixel in 0..<step {
                        let first = 3 * pixel
                        let offset = 3 * (x + pixel)
                        let red = even[first] &+ odd[first + 1] &+ bias[pixel]
                        let green = odd[first] &+ even[first + 2] &+ bias[pixel]
                        let blue = even[first + 1] &+ odd[first + 2] &+ bias[pixel]
                        target[offset] = UInt8(truncatingIfNeeded: red &>> 2)
                        target[offset + 1] = UInt8(truncatingIfNeeded: green &>> 2)
                        target[offset + 2] = UInt8(truncatingIfNeeded: blue &>> 2)
                    }
                }
            }
            phase &+= 8 &* columnStep
            x += step
        }
        return x
    }
}
