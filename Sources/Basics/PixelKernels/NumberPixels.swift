/// Pixels whose red, green and blue of 8 bits are the bytes of one number, the highest first, as elevations are stored in
/// Terrain-RGB.
///
/// Alpha says which pixels have a number: it is full or 0. Their means are made by
/// ``BoxDownsampling/makeNumberRow(upper:lower:width:hasAlpha:into:outputRow:firstColumn:)``.
package enum NumberPixels {
    /// The greatest number.
    package static let greatest: UInt32 = 0xFF_FFFF

    /// Reads the number of a pixel.
    @inline(__always)
    package static func number(_ pixel: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
    }

    /// Writes the number of a pixel.
    @inline(__always)
    package static func store(_ number: UInt32, _ pixel: UnsafeMutablePointer<UInt8>) {
        pixel[0] = UInt8(truncatingIfNeeded: number >> 16)
        pixel[1] = UInt8(truncatingIfNeeded: number >> 8)
        pixel[2] = UInt8(truncatingIfNeeded: number)
    }

    /// Writes a number that was calculated: rounded to the nearest, and clipped.
    @inline(__always)
    package static func store(_ number: Float, _ pixel: UnsafeMutablePointer<UInt8>) {
        store(number > 0 ? min(UInt32(min(number.rounded(), 16_777_215)), greatest) : 0, pixel)
    }
}
