/// Rows of premultiplied pixels, multiplied with others.
extension Blending {
    /// Replaces pixels by the product of their colors with those of other pixels.
    ///
    /// The alpha of the result is the product of both alphas, so that only pixels that both images have are visible. For opaque
    /// pixels each sample becomes target · other ÷ 255, rounded to nearest.
    ///
    /// - Parameters:
    ///   - target: the pixels to replace.
    ///   - other: the pixels to multiply with; apart from the target.
    ///   - count: the number of pixels.
    package static func multiply(
        _ target: UnsafeMutablePointer<UInt32>, by other: UnsafePointer<UInt32>, count: Int
    ) {
        let to = UnsafeMutableRawPointer(target)
        let from = UnsafeRawPointer(other)
        for offset in stride(from: 0, to: (count & ~3) &* 4, by: 16) {
            let first = FourPixels(to.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            let second = FourPixels(from.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            to.storeBytes(of: first.multiplied(by: second).packed, toByteOffset: offset, as: Packed.self)
        }
        let done = count & ~3
        multiplyScalar(target + done, by: other + done, count: count &- done)
    }

    /// Replaces pixels by the screen of their colors and those of other pixels: the inverse of the product of the inverses.
    ///
    /// The alpha of the result is the product of both alphas. For opaque pixels each sample becomes
    /// target + other − target · other ÷ 255, rounded to nearest.
    ///
    /// - Parameters:
    ///   - target: the pixels to replace.
    ///   - other: the pixels to combine with; apart from the target.
    ///   - count: the number of pixels.
    package static func screen(
        _ target: UnsafeMutablePointer<UInt32>, with other: UnsafePointer<UInt32>, count: Int
    ) {
        let to = UnsafeMutableRawPointer(target)
        let from = UnsafeRawPointer(other)
        for offset in stride(from: 0, to: (count & ~3) &* 4, by: 16) {
            let first = to.loadUnaligned(fromByteOffset: offset, as: Packed.self)
            let second = from.loadUnaligned(fromByteOffset: offset, as: Packed.self)
            let one = FourPixels(first).scaled(by: alphaLanes(of: second))
            let two = FourPixels(second).scaled(by: alphaLanes(of: first))
            let both = FourPixels(first).multiplied(by: FourPixels(second))
            let alpha = alphaLanes(of: both.packed)
            @inline(__always) func sum(_ one: Lanes, _ two: Lanes, _ both: Lanes) -> Lanes {
                // At most 510, and by rounding less than 0 or above alpha by one.
                let total = one &+ two
                return pointwiseMin(alpha, pointwiseMax(total, both) &- both)
            }
            let result = FourPixels(
                blueRed: sum(one.blueRed, two.blueRed, both.blueRed),
                greenAlpha: sum(one.greenAlpha, two.greenAlpha, both.greenAlpha))
            to.storeBytes(of: result.packed, toByteOffset: offset, as: Packed.self)
        }
        let done = count & ~3
        screenScalar(target + done, with: other + done, count: count &- done)
    }

    /// Alpha of each of four pixels, once for each of the two lanes it has.
    @inline(__always)
    private static func alphaLanes(of pixels: Packed) -> Lanes {
        let one = pixels &>> 24
        return unsafeBitCast(one | (one &<< 16), to: Lanes.self)
    }

    /// The plain twin of ``multiply(_:by:count:)``.
    static func multiplyScalar(
        _ target: UnsafeMutablePointer<UInt32>, by other: UnsafePointer<UInt32>, count: Int
    ) {
        for index in 0..<count {
            target[index] = product(target[index], other[index])
        }
    }

    /// The plain twin of ``screen(_:with:count:)``.
    static func screenScalar(
        _ target: UnsafeMutablePointer<UInt32>, with other: UnsafePointer<UInt32>, count: Int
    ) {
        for index in 0..<count {
            let first = target[index]
            let second = other[index]
            let one = scaled(first, by: UInt8(truncatingIfNeeded: second >> 24))
            let two = scaled(second, by: UInt8(truncatingIfNeeded: first >> 24))
            let both = product(first, second)
            let alpha = both >> 24
            target[index] = eachSample { shift in
                let total = (one >> shift & 255) + (two >> shift & 255)
                let product = both >> shift & 255
                return min(alpha, max(total, product) - product)
            }
        }
    }

    /// The product of two pixels, sample by sample, in 255ths and rounded to nearest.
    private static func product(_ first: UInt32, _ second: UInt32) -> UInt32 {
        eachSample { ((first >> $0 & 255) * (second >> $0 & 255) + 127) / 255 }
    }
}
