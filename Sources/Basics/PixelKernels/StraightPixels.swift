/// Converts drawn pixels back to the samples of image files: the reverse of ``PremultipliedPixels``.
///
/// A color c that was multiplied by an alpha a becomes round(c · 255 ÷ a); transparent pixels have lost their color.
package enum StraightPixels {
    /// Writes a row of pixels as red, green and blue; alpha is left out.
    ///
    /// Gives the same result as ``writeRGBScalar(_:count:into:)``, several pixels at a time.
    ///
    /// - Parameters:
    ///   - pixels: `count` pixels 0xAARRGGBB, opaque.
    ///   - count: the number of pixels.
    ///   - target: room for three bytes each, with any alignment.
    package static func writeRGB(
        _ pixels: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutableRawPointer
    ) {
        var index = 0
        // Four pixels are three numbers of 32 bits: with its bytes reversed, a pixel is red, green and blue in a row.
        while index + 4 <= count {
            let place = target + 3 * index
            let first = (pixels[index] &<< 8).byteSwapped
            let second = (pixels[index + 1] &<< 8).byteSwapped
            let third = (pixels[index + 2] &<< 8).byteSwapped
            let fourth = (pixels[index + 3] &<< 8).byteSwapped
            place.storeBytes(of: first | second &<< 24, as: UInt32.self)
            place.storeBytes(of: second &>> 8 | third &<< 16, toByteOffset: 4, as: UInt32.self)
            place.storeBytes(of: third &>> 16 | fourth &<< 8, toByteOffset: 8, as: UInt32.self)
            index += 4
        }
        writeRGBScalar(pixels + index, count: count - index, into: target + 3 * index)
    }

    /// The plain twin of ``writeRGB(_:count:into:)``.
    package static func writeRGBScalar(
        _ pixels: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutableRawPointer
    ) {
        for index in 0..<count {
            for (place, shift) in [16, 8, 0].enumerated() {
                target.storeBytes(
                    of: UInt8(truncatingIfNeeded: pixels[index] >> shift), toByteOffset: 3 * index + place,
                    as: UInt8.self)
            }
        }
    }

    /// Writes a row of pixels as red, green, blue and alpha, not premultiplied.
    ///
    /// Gives the same result as ``writeRGBAScalar(_:count:into:)``; it is faster where pixels are opaque.
    ///
    /// - Parameters:
    ///   - pixels: `count` pixels 0xAARRGGBB, premultiplied.
    ///   - count: the number of pixels.
    ///   - target: room for four bytes each, with any alignment.
    package static func writeRGBA(
        _ pixels: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutableRawPointer
    ) {
        var index = 0
        while index + 4 <= count {
            let four = UnsafeRawPointer(pixels + index).loadUnaligned(as: SIMD4<UInt32>.self)
            let all = four[0] & four[1] & four[2] & four[3]
            if all >= PremultipliedPixels.opaqueBlack {
                let ends = four & 0x00FF_00FF
                let straight = (four & 0xFF00_FF00) | ends &>> 16 | ends &<< 16
                target.storeBytes(of: straight, toByteOffset: 4 * index, as: SIMD4<UInt32>.self)
            } else {
                writeRGBAScalar(pixels + index, count: 4, into: target + 4 * index)
            }
            index += 4
        }
        writeRGBAScalar(pixels + index, count: count - index, into: target + 4 * index)
    }

    /// The plain twin of ``writeRGBA(_:count:into:)``.
    package static func writeRGBAScalar(
        _ pixels: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutableRawPointer
    ) {
        for index in 0..<count {
            let pixel = pixels[index]
            let alpha = pixel >> 24
            for (place, shift) in [16, 8, 0].enumerated() {
                let sample = alpha == 0 ? 0 : min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha)
                target.storeBytes(of: UInt8(sample), toByteOffset: 4 * index + place, as: UInt8.self)
            }
            target.storeBytes(of: UInt8(alpha), toByteOffset: 4 * index + 3, as: UInt8.self)
        }
    }
}
