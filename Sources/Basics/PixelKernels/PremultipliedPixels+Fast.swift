extension PremultipliedPixels {
    /// Straight pixels of four samples: the first three times the last, four pixels at a time.
    ///
    /// - Parameters:
    ///   - source: pixels of four bytes, alpha last; may be `target`.
    ///   - count: the number of pixels.
    ///   - target: room for as many.
    ///   - swapsRedAndBlue: whether the first and third sample change places.
    /// - Returns: the number of pixels written, and whether all of these are opaque.
    @inline(__always)
    static func premultiply(
        _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>, swapsRedAndBlue: Bool
    ) -> (count: Int, isOpaque: Bool) {
        typealias Pixels = FourPixels.Packed
        var all = Pixels(repeating: opaqueBlack)
        var index = 0
        while index + 4 <= count {
            let pixels = source.loadUnaligned(fromByteOffset: 4 * index, as: Pixels.self)
            all &= pixels
            let alpha = pixels &>> 24
            let factor = unsafeBitCast(alpha | alpha &<< 16, to: FourPixels.Lanes.self)
            // Alpha is 255 times itself.
            var product = FourPixels(pixels | opaqueBlack).scaled(by: factor)
            if swapsRedAndBlue {
                let ends = unsafeBitCast(product.blueRed, to: Pixels.self)
                product.blueRed = unsafeBitCast(ends &>> 16 | ends &<< 16, to: FourPixels.Lanes.self)
            }
            UnsafeMutableRawPointer(target + index).storeBytes(of: product.packed, as: Pixels.self)
            index += 4
        }
        return (index, all[0] & all[1] & all[2] & all[3] & opaqueBlack == opaqueBlack)
    }

    /// Gray without alpha: eight pixels at a time.
    static func writeGray(_ row: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) -> Int {
        typealias Wide = SIMD8<UInt32>
        var index = 0
        while index + 8 <= count {
            let gray = Wide(truncatingIfNeeded: row.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self))
            UnsafeMutableRawPointer(target + index).storeBytes(
                of: gray | gray &<< 8 | gray &<< 16 | opaqueBlack, as: Wide.self)
            index += 8
        }
        return index
    }

    /// Gray with alpha: eight pixels at a time, each two bytes read as one 16-bit lane.
    static func writeGrayAlpha(
        _ row: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>
    ) -> (count: Int, isOpaque: Bool) {
        typealias Wide = SIMD8<UInt32>
        typealias Samples = SIMD8<UInt16>
        var all = Samples(repeating: 0xFF00)
        var index = 0
        while index + 8 <= count {
            let pixels = row.loadUnaligned(fromByteOffset: 2 * index, as: Samples.self)
            all &= pixels
            let alpha = pixels &>> 8
            let product = (pixels & 0xFF) &* alpha &+ 128
            let gray = Wide(truncatingIfNeeded: (product &+ product &>> 8) &>> 8)
            UnsafeMutableRawPointer(target + index).storeBytes(
                of: gray | gray &<< 8 | gray &<< 16 | Wide(truncatingIfNeeded: alpha) &<< 24, as: Wide.self)
            index += 8
        }
        let isOpaque = (0..<8).allSatisfy { all[$0] == 0xFF00 }
        return (index, isOpaque)
    }

    /// Color without alpha: four pixels, which are three numbers of 32 bits, at a time.
    ///
    /// With its bytes reversed, a number that begins with a pixel has red, green and blue in their places, followed by one
    /// extra byte.
    static func writeRGB(_ row: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt32>) -> Int {
        var index = 0
        while index + 4 <= count {
            let offset = 3 * index
            let first = row.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let second = row.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let third = row.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
            target[index] = first.byteSwapped &>> 8 | opaqueBlack
            target[index + 1] = (first &>> 24 | second &<< 8).byteSwapped &>> 8 | opaqueBlack
            target[index + 2] = (second &>> 16 | third &<< 16).byteSwapped &>> 8 | opaqueBlack
            target[index + 3] = third.byteSwapped & 0x00FF_FFFF | opaqueBlack
            index += 4
        }
        return index
    }
}
