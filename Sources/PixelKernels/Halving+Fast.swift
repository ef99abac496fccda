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

    /// Colour: one pixel at a time, its three samples side by side in 64-bit words.
    ///
    /// Of the two pixels R₀G₀B₀R₁G₁B₁ the even bytes are R₀ B₀ G₁ and the odd ones G₀ R₁ B₁. With the rows added,
    /// even + odd shifted by one lane holds R₀+R₁ and B₀+B₁, and odd + even shifted by two lanes holds G₀+G₁.
    ///
    /// - Returns: how many of the `count` pixels have been made.
    static func colourPrefix(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ count: Int, _ output: UnsafeMutableRawPointer,
        _ outputRow: Int
    ) -> Int {
        let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
        // Reads 8 bytes where a pixel pair has 6, so the last pixel is left to the plain loop.
        let end = max(0, count - 1)
        for x in 0..<end {
            let a = UInt64(littleEndian: upper.loadUnaligned(fromByteOffset: 6 * x, as: UInt64.self))
            let b = UInt64(littleEndian: lower.loadUnaligned(fromByteOffset: 6 * x, as: UInt64.self))
            let even = (a & lanes) &+ (b & lanes)
            let odd = ((a &>> 8) & lanes) &+ ((b &>> 8) & lanes)
            let bias = UInt64(truncatingIfNeeded: 1 &+ ((x &+ outputRow) & 1))
            let redBlue = even &+ (odd &>> 16) &+ (bias | bias &<< 16)
            let green = odd &+ (even &>> 32) &+ bias
            let pixel = output + 3 * x
            pixel.storeBytes(of: UInt8(truncatingIfNeeded: redBlue &>> 2), as: UInt8.self)
            pixel.storeBytes(of: UInt8(truncatingIfNeeded: green &>> 2), toByteOffset: 1, as: UInt8.self)
            pixel.storeBytes(of: UInt8(truncatingIfNeeded: redBlue &>> 18), toByteOffset: 2, as: UInt8.self)
        }
        return end
    }
}
