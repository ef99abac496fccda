extension PremultipliedPixels {
    private typealias Pixels = SIMD4<UInt32>
    private typealias Samples = SIMD8<UInt16>

    /// Straight pixels of four samples: the first three times the last.
    ///
    /// - Parameters:
    ///   - source: pixels of four bytes, alpha last; may be `target`.
    ///   - count: how many pixels.
    ///   - target: room for as many.
    ///   - swapsRedAndBlue: whether the first and third sample change places.
    /// - Returns: how many have been written, and whether all of these are opaque.
    @inline(__always)
    static func premultiply(
        _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>, swapsRedAndBlue: Bool
    ) -> (count: Int, isOpaque: Bool) {
        var all = Pixels(repeating: opaqueBlack)
        var index = 0
        while index + 4 <= count {
            let pixels = source.loadUnaligned(fromByteOffset: 4 * index, as: Pixels.self)
            all &= pixels
            UnsafeMutableRawPointer(target + index).storeBytes(
                of: premultiplied(pixels, swapsRedAndBlue: swapsRedAndBlue), as: Pixels.self)
            index += 4
        }
        return (index, all[0] & all[1] & all[2] & all[3] & opaqueBlack == opaqueBlack)
    }

    /// Four pixels, every other sample in 16 bits: a product and its division by 255 fit, and no shuffling is needed.
    @inline(__always)
    private static func premultiplied(_ pixels: Pixels, swapsRedAndBlue: Bool) -> Pixels {
        let low = Pixels(repeating: 0x00FF_00FF)
        let alpha = pixels &>> 24
        let both = unsafeBitCast(alpha | alpha &<< 16, to: Samples.self)
        // Alpha itself is multiplied by 255, and so stays.
        let middle = unsafeBitCast(alpha | 0x00FF_0000, to: Samples.self)
        var ends = unsafeBitCast(scaled(unsafeBitCast(pixels & low, to: Samples.self), by: both), to: Pixels.self)
        if swapsRedAndBlue {
            ends = ends &>> 16 | ends &<< 16
        }
        let inner = scaled(unsafeBitCast((pixels &>> 8) & low, to: Samples.self), by: middle)
        return ends | unsafeBitCast(inner, to: Pixels.self) &<< 8
    }

    /// Samples times 255ths, rounded to nearest: with t = c · a + 128, the usual exact (t + ⌊t ÷ 256⌋) ÷ 256.
    @inline(__always)
    private static func scaled(_ samples: Samples, by factor: Samples) -> Samples {
        let sum = samples &* factor &+ 128
        return (sum &+ (sum &>> 8)) &>> 8
    }

    /// Grey without alpha: eight pixels at a time.
    static func writeGrey(_ row: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) -> Int {
        typealias Wide = SIMD8<UInt32>
        var index = 0
        while index + 8 <= count {
            let grey = Wide(truncatingIfNeeded: row.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self))
            UnsafeMutableRawPointer(target + index).storeBytes(
                of: grey | grey &<< 8 | grey &<< 16 | opaqueBlack, as: Wide.self)
            index += 8
        }
        return index
    }

    /// Grey with alpha: eight pixels at a time, each two bytes read as one 16-bit lane.
    static func writeGreyAlpha(
        _ row: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>
    ) -> (count: Int, isOpaque: Bool) {
        typealias Wide = SIMD8<UInt32>
        var all = Samples(repeating: 0xFF00)
        var index = 0
        while index + 8 <= count {
            let pixels = row.loadUnaligned(fromByteOffset: 2 * index, as: Samples.self)
            all &= pixels
            let alpha = pixels &>> 8
            let grey = Wide(truncatingIfNeeded: scaled(pixels & 0xFF, by: alpha))
            UnsafeMutableRawPointer(target + index).storeBytes(
                of: grey | grey &<< 8 | grey &<< 16 | Wide(truncatingIfNeeded: alpha) &<< 24, as: Wide.self)
            index += 8
        }
        let isOpaque = (0..<8).allSatisfy { all[$0] == 0xFF00 }
        return (index, isOpaque)
    }

    /// Colour without alpha: four pixels, which are three numbers of 32 bits, at a time.
    ///
    /// With its bytes reversed, a number that begins with a pixel has red, green and blue in their places but for one
    /// byte too much behind them.
    static func writeColour(_ row: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) -> Int {
        var index = 0
        while index + 4 <= count {
            let place = 3 * index
            let first = row.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let second = row.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
            let third = row.loadUnaligned(fromByteOffset: place + 8, as: UInt32.self)
            target[index] = first.byteSwapped &>> 8 | opaqueBlack
            target[index + 1] = (first &>> 24 | second &<< 8).byteSwapped &>> 8 | opaqueBlack
            target[index + 2] = (second &>> 16 | third &<< 16).byteSwapped &>> 8 | opaqueBlack
            target[index + 3] = third.byteSwapped & 0x00FF_FFFF | opaqueBlack
            index += 4
        }
        return index
    }
}
