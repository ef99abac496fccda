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
        var phase = Lanes(0, 1, 2, 3, 4, 5, 6, 7) &* columnStep &+ Self.phase(column: 0, row: outputRow)
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
        var phase = SIMD8<UInt16>(0, 1, 2, 3, 4, 5, 6, 7) &* columnStep &+ Self.phase(column: 0, row: outputRow)
        let target = output.assumingMemoryBound(to: UInt8.self)
        var x = 0
        while x + step <= count {
            @inline(__always) func sum(_ part: Int) -> Sums {
                let place = 6 * x + 16 * part
                return Sums(truncatingIfNeeded: upper.loadUnaligned(fromByteOffset: place, as: Bytes.self))
                    &+ Sums(truncatingIfNeeded: lower.loadUnaligned(fromByteOffset: place, as: Bytes.self))
            }
            let bias = phase &>> 14
            withUnsafeBytes(of: (sum(0), sum(1), sum(2))) { raw in
                let sums = raw.assumingMemoryBound(to: UInt16.self)
                for pixel in 0..<step {
                    for channel in 0..<3 {
                        let sum = sums[6 * pixel + channel] &+ sums[6 * pixel + 3 + channel] &+ bias[pixel]
                        target[3 * (x + pixel) + channel] = UInt8(truncatingIfNeeded: sum &>> 2)
                    }
                }
            }
            phase &+= 8 &* columnStep
            x += step
        }
        return x
    }
}
