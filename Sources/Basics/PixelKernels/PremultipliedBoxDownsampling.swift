/// Makes a row of a half-size image from two rows: each pixel is the mean of the 2×2 it covers.
///
/// It is for premultiplied pixels, 0xAARRGGBB, whose samples can be averaged one by one; ``BoxDownsampling`` is for images that
/// are stored. Means are rounded to nearest, halves up. At the right edge of an odd width a pixel is the mean of the two that
/// exist.
package enum PremultipliedBoxDownsampling {
    /// Makes one row.
    ///
    /// - Parameters:
    ///   - upper: a row of the larger image, its number even.
    ///   - lower: the row below it; the same row again if it is the last of the image.
    ///   - width: the number of pixels in these rows.
    ///   - target: room for (width + 1) / 2 pixels; apart from the rows.
    package static func makeRow(
        upper: UnsafePointer<UInt32>, lower: UnsafePointer<UInt32>, width: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        typealias Pairs = SIMD4<UInt64>
        let samples = Pairs(repeating: 0x00FF_00FF_00FF_00FF)
        let half = Pairs(repeating: 0x0002_0002)
        let above = UnsafeRawPointer(upper)
        let below = UnsafeRawPointer(lower)
        let fours = width / 2 & ~3
        var index = 0
        while index < fours {
            // In each lane of 64 bits, four sums of 16 bits for two pixels; the pixels are added by a shift of 32.
            let a = above.loadUnaligned(fromByteOffset: 8 &* index, as: Pairs.self)
            let b = below.loadUnaligned(fromByteOffset: 8 &* index, as: Pairs.self)
            let blueRed = (a & samples) &+ (b & samples)
            let greenAlpha = ((a &>> 8) & samples) &+ ((b &>> 8) & samples)
            let low = ((blueRed &+ (blueRed &>> 32) &+ half) &>> 2) & samples
            let high = ((greenAlpha &+ (greenAlpha &>> 32) &+ half) &>> 2) & samples
            UnsafeMutableRawPointer(target + index).storeBytes(
                of: SIMD4<UInt32>(truncatingIfNeeded: low | (high &<< 8)), as: SIMD4<UInt32>.self)
            index &+= 4
        }
        makeRowScalar(
            upper: upper + 2 * fours, lower: lower + 2 * fours, width: width - 2 * fours, into: target + fours)
    }

    /// The plain twin of ``makeRow(upper:lower:width:into:)``.
    static func makeRowScalar(
        upper: UnsafePointer<UInt32>, lower: UnsafePointer<UInt32>, width: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<((width + 1) / 2) {
            let left = 2 * index
            let right = min(2 * index + 1, width - 1)
            target[index] = eachSample { shift in
                let above = (upper[left] >> shift & 255) + (upper[right] >> shift & 255)
                let below = (lower[left] >> shift & 255) + (lower[right] >> shift & 255)
                return (above + below + 2) / 4
            }
        }
    }
}
