/// Rows of premultiplied pixels, multiplied by a color or by the alpha of others.
extension Blending {
    /// Multiplies pixels by a premultiplied color, sample by sample.
    ///
    /// - Parameters:
    ///   - target: the pixels.
    ///   - tint: the factors in 255ths, 0xAARRGGBB; none is above alpha.
    ///   - count: the number of pixels.
    package static func multiply(_ target: UnsafeMutablePointer<UInt32>, by tint: UInt32, count: Int) {
        let memory = UnsafeMutableRawPointer(target)
        let factors = FourPixels(Packed(repeating: tint))
        for offset in stride(from: 0, to: (count & ~3) &* 4, by: 16) {
            let pixels = FourPixels(memory.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            memory.storeBytes(of: pixels.multiplied(by: factors).packed, toByteOffset: offset, as: Packed.self)
        }
        let done = count & ~3
        multiplyScalar(target + done, by: tint, count: count &- done)
    }

    /// Multiplies pixels by the alpha of others.
    package static func mask(
        _ target: UnsafeMutablePointer<UInt32>, by mask: UnsafePointer<UInt32>, count: Int
    ) {
        let to = UnsafeMutableRawPointer(target)
        let from = UnsafeRawPointer(mask)
        for offset in stride(from: 0, to: (count & ~3) &* 4, by: 16) {
            let pixels = FourPixels(to.loadUnaligned(fromByteOffset: offset, as: Packed.self))
            let alpha = from.loadUnaligned(fromByteOffset: offset, as: Packed.self) &>> 24
            let factors = unsafeBitCast(alpha | (alpha &<< 16), to: Lanes.self)
            to.storeBytes(of: pixels.scaled(by: factors).packed, toByteOffset: offset, as: Packed.self)
        }
        let done = count & ~3
        maskScalar(target + done, by: mask + done, count: count &- done)
    }

    /// The plain twin of ``multiply(_:by:count:)``.
    static func multiplyScalar(_ target: UnsafeMutablePointer<UInt32>, by tint: UInt32, count: Int) {
        for index in 0..<count {
            let pixel = target[index]
            target[index] = eachSample { ((pixel >> $0 & 255) * (tint >> $0 & 255) + 127) / 255 }
        }
    }

    /// The plain twin of ``mask(_:by:count:)``.
    static func maskScalar(_ target: UnsafeMutablePointer<UInt32>, by mask: UnsafePointer<UInt32>, count: Int) {
        for index in 0..<count {
            target[index] = scaled(target[index], by: UInt8(truncatingIfNeeded: mask[index] >> 24))
        }
    }
}

extension Blending {
    /// Adds one color to pixels; sums above 255 become 255.
    package static func add(_ pixel: UInt32, onto target: UnsafeMutablePointer<UInt32>, count: Int) {
        let added = unsafeBitCast(Packed(repeating: pixel), to: SIMD16<UInt8>.self)
        let memory = UnsafeMutableRawPointer(target)
        for offset in stride(from: 0, to: (count & ~3) &* 4, by: 16) {
            let sum = added &+ memory.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            memory.storeBytes(
                of: sum.replacing(with: 255, where: sum .< added), toByteOffset: offset, as: SIMD16<UInt8>.self)
        }
        for index in (count & ~3)..<count {
            let below = target[index]
            target[index] = eachSample { min(255, (pixel >> $0 & 255) + (below >> $0 & 255)) }
        }
    }
}
