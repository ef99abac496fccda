internal import CPixelKernels

/// Blends rows of premultiplied pixels, 0xAARRGGBB.
///
/// All factors are in 255ths, and each product of two factors is rounded to nearest, exactly. If no sample of a pixel is above
/// its alpha, this stays so, and anything over an opaque pixel stays opaque.
package enum Blending {
    typealias Packed = FourPixels.Packed
    typealias Lanes = FourPixels.Lanes

    /// Draws pixels over others with an opacity: s · opacity + d · (1 − alpha of the first term).
    ///
    /// - Parameters:
    ///   - source: the pixels to draw.
    ///   - opacity: the opacity of the source, in 255ths; full by default.
    ///   - target: the pixels to draw over; apart from the source.
    ///   - count: the number of pixels.
    package static func over(
        _ source: UnsafePointer<UInt32>, opacity: UInt8 = 255, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let done = tk_blend_over(source, opacity, target, count)
        overPortable(source + done, opacity: opacity, onto: target + done, count: count &- done)
    }

    /// The same for any processor.
    static func overPortable(
        _ source: UnsafePointer<UInt32>, opacity: UInt8, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let from = UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        let bytes = (count & ~3) &* 4
        let factor = Lanes(repeating: UInt16(opacity))
        var offset = 0
        if opacity == 255 {
            while offset < bytes {
                let pixels = from.loadUnaligned(fromByteOffset: offset, as: Packed.self)
                cover(to + offset, with: pixels)
                offset &+= 16
            }
        } else {
            while offset < bytes {
                let pixels = FourPixels(from.loadUnaligned(fromByteOffset: offset, as: Packed.self))
                cover(to + offset, with: pixels.scaled(by: factor).packed)
                offset &+= 16
            }
        }
        let done = count & ~3
        overScalar(source + done, opacity: opacity, onto: target + done, count: count &- done)
    }

    /// Draws one color over pixels.
    package static func over(_ pixel: UInt32, onto target: UnsafeMutablePointer<UInt32>, count: Int) {
        let pixels = Packed(repeating: pixel)
        let transparency = FourPixels.transparency(of: pixels)
        let bytes = (count & ~3) &* 4
        let to = UnsafeMutableRawPointer(target)
        var offset = 0
        while offset < bytes {
            let below = FourPixels(to.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            to.storeBytes(of: pixels &+ below.scaled(by: transparency).packed, toByteOffset: offset, as: Packed.self)
            offset &+= 16
        }
        for index in (count & ~3)..<count {
            target[index] = overScalar(pixel, target[index])
        }
    }

    /// Adds pixels, faded, to others; sums above 255 become 255.
    package static func add(
        _ source: UnsafePointer<UInt32>, opacity: UInt8, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let done = tk_blend_add(source, opacity, target, count)
        addPortable(source + done, opacity: opacity, onto: target + done, count: count &- done)
    }

    /// The same for any processor.
    static func addPortable(
        _ source: UnsafePointer<UInt32>, opacity: UInt8, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let from = UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        let bytes = (count & ~3) &* 4
        let factor = Lanes(repeating: UInt16(opacity))
        var offset = 0
        while offset < bytes {
            let pixels = FourPixels(from.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            let added = unsafeBitCast(pixels.scaled(by: factor).packed, to: SIMD16<UInt8>.self)
            let sum = added &+ to.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            // A sum that is below what was added has passed 255.
            to.storeBytes(
                of: sum.replacing(with: 255, where: sum .< added), toByteOffset: offset, as: SIMD16<UInt8>.self)
            offset &+= 16
        }
        let done = count & ~3
        addScalar(source + done, opacity: opacity, onto: target + done, count: count &- done)
    }

    /// Mixes two rows into the first: a · (256 − weight) + b · weight, in 256ths, rounded to nearest.
    ///
    /// - Parameters:
    ///   - target: the first row, which becomes the mixture.
    ///   - other: the second row.
    ///   - weight: the share of the second row, 0 to 256.
    ///   - count: the number of pixels.
    package static func mix(
        _ target: UnsafeMutablePointer<UInt32>, with other: UnsafePointer<UInt32>, weight: Int, count: Int
    ) {
        let done = tk_blend_mix(target, other, UInt16(truncatingIfNeeded: weight), count)
        mixPortable(target + done, with: other + done, weight: weight, count: count &- done)
    }

    /// The same for any processor.
    static func mixPortable(
        _ target: UnsafeMutablePointer<UInt32>, with other: UnsafePointer<UInt32>, weight: Int, count: Int
    ) {
        let to = UnsafeMutableRawPointer(target)
        let from = UnsafeRawPointer(other)
        let second = Lanes(repeating: UInt16(truncatingIfNeeded: weight))
        let first = 256 &- second
        let bytes = (count & ~3) &* 4
        var offset = 0
        while offset < bytes {
            let a = FourPixels(to.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            let b = FourPixels(from.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            let mixed = FourPixels(
                blueRed: (a.blueRed &* first &+ b.blueRed &* second &+ 128) &>> 8,
                greenAlpha: (a.greenAlpha &* first &+ b.greenAlpha &* second &+ 128) &>> 8)
            to.storeBytes(of: mixed.packed, toByteOffset: offset, as: Packed.self)
            offset &+= 16
        }
        let done = count & ~3
        mixScalar(target + done, with: other + done, weight: weight, count: count &- done)
    }

    /// Four pixels over four others.
    @inline(__always)
    static func cover(_ target: UnsafeMutableRawPointer, with pixels: Packed) {
        let below = FourPixels(target.loadUnaligned(as: Packed.self))
        let visible = below.scaled(by: FourPixels.transparency(of: pixels))
        target.storeBytes(of: pixels &+ visible.packed, as: Packed.self)
    }
}
