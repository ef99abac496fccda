/// Arithmetic of premultiplied pixels, 0xAARRGGBB, exact to half a step of each channel.
///
/// Two channels are worked on at once in one number, each with 16 bits of room.
package enum PremultipliedPixel {
    /// A pixel with each channel multiplied by `factor` ÷ 255, rounded.
    ///
    /// The division by 255 is the usual exact one: with t = product + 128, (t + ⌊t ÷ 256⌋) ÷ 256.
    @inline(__always)
    package static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
        let odd = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
        let even = ((pixel &>> 8) & 0x00FF_00FF) &* factor &+ 0x0080_0080
        let low = ((odd &+ ((odd &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
        let high = (even &+ ((even &>> 8) & 0x00FF_00FF)) & 0xFF00_FF00
        return low | high
    }

    /// A pixel over another one: s + d · (1 − alpha of s).
    @inline(__always)
    package static func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
        source &+ scaled(below, by: 255 &- (source &>> 24))
    }

    /// A pixel from straight components of 0 to 1; what lies outside counts as the nearer end, what is no number as 0.
    package static func pixel(red: Double, green: Double, blue: Double, alpha: Double) -> UInt32 {
        func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        func channel(_ value: Double) -> UInt32 { UInt32((unit(value) * unit(alpha) * 255).rounded()) }
        return channel(1) &<< 24 | channel(red) &<< 16 | channel(green) &<< 8 | channel(blue)
    }
}
