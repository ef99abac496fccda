/// Blending of rows with partly covered pixels, as at the smooth edges of shapes.
extension Blending {
    /// Draws pixels over others, with their own opacity and a coverage.
    ///
    /// - Parameters:
    ///   - source: the pixels to draw.
    ///   - coverage: the coverage of each pixel, in 255ths.
    ///   - target: the pixels to draw over; apart from the source.
    ///   - count: the number of pixels.
    package static func over(
        _ source: UnsafePointer<UInt32>, coverage: UnsafePointer<UInt8>, onto target: UnsafeMutablePointer<UInt32>,
        count: Int
    ) {
        let from = UnsafeRawPointer(source)
        for index in stride(from: 0, to: count & ~3, by: 4) {
            let pixels = FourPixels(from.loadUnaligned(fromByteOffset: index &* 4, as: Packed.self))
            cover(target + index, with: pixels.scaled(by: factors(coverage + index)).packed)
        }
        let done = count & ~3
        overScalar(source + done, coverage: coverage + done, onto: target + done, count: count &- done)
    }

    /// Draws one color over pixels, with its opacity and a coverage.
    package static func over(
        _ pixel: UInt32, coverage: UnsafePointer<UInt8>, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let pixels = FourPixels(Packed(repeating: pixel))
        for index in stride(from: 0, to: count & ~3, by: 4) {
            cover(target + index, with: pixels.scaled(by: factors(coverage + index)).packed)
        }
        for index in (count & ~3)..<count {
            target[index] = overScalar(scaled(pixel, by: coverage[index]), target[index])
        }
    }

    /// Erases pixels in proportion to the coverage.
    package static func erase(
        _ target: UnsafeMutablePointer<UInt32>, coverage: UnsafePointer<UInt8>, count: Int
    ) {
        let to = UnsafeMutableRawPointer(target)
        for index in stride(from: 0, to: count & ~3, by: 4) {
            let pixels = FourPixels(to.loadUnaligned(fromByteOffset: index &* 4, as: Packed.self))
            let kept = pixels.scaled(by: 255 &- factors(coverage + index)).packed
            to.storeBytes(of: kept, toByteOffset: index &* 4, as: Packed.self)
        }
        let done = count & ~3
        eraseScalar(target + done, coverage: coverage + done, count: count &- done)
    }

    /// Keeps pixels in proportion to the coverage.
    package static func keep(
        _ target: UnsafeMutablePointer<UInt32>, coverage: UnsafePointer<UInt8>, count: Int
    ) {
        let to = UnsafeMutableRawPointer(target)
        for index in stride(from: 0, to: count & ~3, by: 4) {
            let pixels = FourPixels(to.loadUnaligned(fromByteOffset: index &* 4, as: Packed.self))
            let kept = pixels.scaled(by: factors(coverage + index)).packed
            to.storeBytes(of: kept, toByteOffset: index &* 4, as: Packed.self)
        }
        for index in (count & ~3)..<count { target[index] = scaled(target[index], by: coverage[index]) }
    }

    /// Four coverages, once for each of the two lanes that a pixel has.
    @inline(__always)
    private static func factors(_ coverage: UnsafePointer<UInt8>) -> Lanes {
        let bytes = UnsafeRawPointer(coverage).loadUnaligned(as: SIMD4<UInt8>.self)
        let wide = Packed(truncatingIfNeeded: bytes)
        return unsafeBitCast(wide | (wide &<< 16), to: Lanes.self)
    }

    /// The plain twin of ``over(_:coverage:onto:count:)``.
    static func overScalar(
        _ source: UnsafePointer<UInt32>, coverage: UnsafePointer<UInt8>, onto target: UnsafeMutablePointer<UInt32>,
        count: Int
    ) {
        for index in 0..<count {
            target[index] = overScalar(scaled(source[index], by: coverage[index]), target[index])
        }
    }

    /// The plain twin of ``erase(_:coverage:count:)``.
    static func eraseScalar(_ target: UnsafeMutablePointer<UInt32>, coverage: UnsafePointer<UInt8>, count: Int) {
        for index in 0..<count {
            target[index] = scaled(target[index], by: 255 - coverage[index])
        }
    }
}
