/// Rows of premultiplied pixels, compared with others.
extension Blending {
    /// Replaces pixels by the difference of their colors from other pixels, multiplied by a gain.
    ///
    /// The alpha of the result is the product of both alphas, so that only pixels that both images have are visible. For opaque
    /// pixels each sample becomes min(255, gain · |target − other|), exactly.
    ///
    /// - Parameters:
    ///   - target: the pixels to replace.
    ///   - other: the pixels to compare with; apart from the target.
    ///   - gain: the factor by which differences are multiplied, from 1 to 255.
    ///   - count: the number of pixels.
    package static func difference(
        _ target: UnsafeMutablePointer<UInt32>, from other: UnsafePointer<UInt32>, gain: UInt8, count: Int
    ) {
        let to = UnsafeMutableRawPointer(target)
        let from = UnsafeRawPointer(other)
        let factor = Lanes(repeating: UInt16(gain))
        for offset in stride(from: 0, to: (count & ~3) &* 4, by: 16) {
            let first = to.loadUnaligned(fromByteOffset: offset, as: Packed.self)
            let second = from.loadUnaligned(fromByteOffset: offset, as: Packed.self)
            let firstAlpha = alphas(of: first)
            let secondAlpha = alphas(of: second)
            let a = FourPixels(first).scaled(by: secondAlpha)
            let b = FourPixels(second).scaled(by: firstAlpha)
            // Both halves of it are the product of the alphas.
            let alpha = FourPixels(blueRed: firstAlpha, greenAlpha: firstAlpha).scaled(by: secondAlpha).blueRed
            @inline(__always) func amplified(_ a: Lanes, _ b: Lanes) -> Lanes {
                // At most 255 · 255, which fits a lane.
                pointwiseMin(alpha, (pointwiseMax(a, b) &- pointwiseMin(a, b)) &* factor)
            }
            let green = unsafeBitCast(amplified(a.greenAlpha, b.greenAlpha), to: Packed.self) & 0xFFFF
            let opaque = unsafeBitCast(alpha, to: Packed.self) & 0xFFFF_0000
            let result = FourPixels(
                blueRed: amplified(a.blueRed, b.blueRed), greenAlpha: unsafeBitCast(green | opaque, to: Lanes.self))
            to.storeBytes(of: result.packed, toByteOffset: offset, as: Packed.self)
        }
        let done = count & ~3
        differenceScalar(target + done, from: other + done, gain: gain, count: count &- done)
    }

    /// Alpha of each of four pixels, once for each of the two lanes it has.
    @inline(__always)
    private static func alphas(of pixels: Packed) -> Lanes {
        let one = pixels &>> 24
        return unsafeBitCast(one | (one &<< 16), to: Lanes.self)
    }

    /// The plain twin of ``difference(_:from:gain:count:)``.
    static func differenceScalar(
        _ target: UnsafeMutablePointer<UInt32>, from other: UnsafePointer<UInt32>, gain: UInt8, count: Int
    ) {
        for index in 0..<count {
            let first = target[index]
            let second = other[index]
            let a = scaled(first, by: UInt8(truncatingIfNeeded: second >> 24))
            let b = scaled(second, by: UInt8(truncatingIfNeeded: first >> 24))
            let alpha = a >> 24
            let colors = eachSample { shift in
                let x = a >> shift & 255
                let y = b >> shift & 255
                return min(alpha, UInt32(gain) * (max(x, y) - min(x, y)))
            }
            target[index] = colors & 0x00FF_FFFF | alpha << 24
        }
    }
}
