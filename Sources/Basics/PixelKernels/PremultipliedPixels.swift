/// Writes rows of pixels in the form that is drawn: one number 0xAARRGGBB each, the bytes B, G, R, A in memory, colors
/// multiplied by alpha.
///
/// A color c with alpha a becomes round(c · a ÷ 255), exactly.
package enum PremultipliedPixels {
    /// An opaque black pixel.
    package static let opaqueBlack: UInt32 = 0xFF00_0000

    /// Writes a row of 8-bit samples of any channels.
    ///
    /// Gives the same result as ``writeScalar(_:channels:count:into:)``, several pixels at a time.
    ///
    /// - Parameters:
    ///   - row: `count` pixels, straight (not premultiplied), with any alignment.
    ///   - channels: the meaning of the samples.
    ///   - count: the number of pixels.
    ///   - target: room for as many, apart from `row`.
    /// - Returns: whether all of them are opaque.
    package static func write(
        _ row: UnsafeRawPointer, channels: PixelLayout.Channels, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        let done: Int
        var isOpaque = true
        switch channels {
        case .gray: done = writeGray(row, count, target)
        case .grayAlpha: (done, isOpaque) = writeGrayAlpha(row, count, target)
        case .rgb: done = writeRGB(row, count, target)
        case .rgba: (done, isOpaque) = premultiply(row, count, target, swapsRedAndBlue: true)
        }
        let rest = writeScalar(
            row + done * channels.rawValue, channels: channels, count: count - done, into: target + done)
        return isOpaque && rest
    }

    /// The plain twin of ``write(_:channels:count:into:)``.
    package static func writeScalar(
        _ row: UnsafeRawPointer, channels: PixelLayout.Channels, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        let samples = row.assumingMemoryBound(to: UInt8.self)
        var all: UInt8 = 255
        for pixel in 0..<count {
            let from = samples + pixel * channels.rawValue
            let isGray = channels.opaque == .gray
            let alpha = channels.hasAlpha ? from[channels.rawValue - 1] : 255
            target[pixel] = Self.pixel(red: from[0], green: from[isGray ? 0 : 1], blue: from[isGray ? 0 : 2], alpha)
            all &= alpha
        }
        return all == 255
    }

    /// One pixel from straight samples.
    package static func pixel(red: UInt8, green: UInt8, blue: UInt8, _ alpha: UInt8) -> UInt32 {
        func scaled(_ sample: UInt8) -> UInt32 { (2 * UInt32(sample) * UInt32(alpha) + 255) / 510 }
        return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
    }

    /// Premultiplies straight pixels 0xAARRGGBB in place.
    ///
    /// - Parameters:
    ///   - pixels: straight before, premultiplied after.
    ///   - count: the number of pixels.
    /// - Returns: whether all of them are opaque.
    package static func premultiply(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) -> Bool {
        let (done, isOpaque) = premultiply(UnsafeRawPointer(pixels), count, pixels, swapsRedAndBlue: false)
        let rest = premultiplyScalar(pixels + done, count: count - done)
        return isOpaque && rest
    }

    /// The plain twin of ``premultiply(_:count:)``.
    package static func premultiplyScalar(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) -> Bool {
        var all = opaqueBlack
        for index in 0..<count {
            let value = pixels[index]
            func sample(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
            pixels[index] = pixel(red: sample(16), green: sample(8), blue: sample(0), sample(24))
            all &= value
        }
        return all == opaqueBlack
    }

    /// Whether all pixels are opaque; true for no pixels.
    ///
    /// It stops soon after the first pixel that is not. Within a portion it continues, because loops without an exit are
    /// vectorized.
    package static func areOpaque(_ pixels: UnsafeBufferPointer<UInt32>) -> Bool {
        let portion = 1024
        var start = 0
        while start < pixels.count {
            let end = min(start + portion, pixels.count)
            var all = UInt32.max
            for index in start..<end {
                all &= pixels[index]
            }
            guard all >= opaqueBlack else { return false }
            start = end
        }
        return true
    }

    /// Makes pixels opaque without a change of their colors.
    package static func makeOpaque(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count {
            pixels[index] |= opaqueBlack
        }
    }

    /// Makes the pixels transparent that are stored with one certain color.
    ///
    /// - Parameters:
    ///   - row: `count` stored pixels, with as many bytes each as `color` has.
    ///   - color: the bytes of a transparent pixel.
    ///   - count: the number of pixels.
    ///   - target: the same pixels after conversion.
    /// - Returns: whether no pixel has the color.
    package static func applyColorKey(
        _ row: UnsafeRawPointer, matching color: [UInt8], count: Int, in target: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        var isOpaque = true
        for pixel in 0..<count {
            let bytes = UnsafeRawBufferPointer(start: row + pixel * color.count, count: color.count)
            if bytes.elementsEqual(color) {
                target[pixel] = 0
                isOpaque = false
            }
        }
        return isOpaque
    }

    /// Writes pixels that are indices into a table of at most 256 colors.
    ///
    /// - Parameters:
    ///   - row: indices of `bits` bits each, the first in the highest bits of a byte.
    ///   - bits: 1, 2, 4 or 8.
    ///   - count: the number of pixels.
    ///   - palette: the premultiplied colors, one for each value of `bits` bits.
    ///   - target: room for `count` pixels.
    package static func write(
        _ row: UnsafeRawPointer, bits: Int, count: Int, palette: UnsafePointer<UInt32>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let bytes = row.assumingMemoryBound(to: UInt8.self)
        if bits == 8 {
            for pixel in 0..<count {
                target[pixel] = palette[Int(bytes[pixel])]
            }
            return
        }
        let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
        for pixel in 0..<count {
            let bitOffset = pixel &* bits
            let value = bytes[bitOffset &>> 3] &>> UInt8(truncatingIfNeeded: 8 &- bits &- bitOffset & 7)
            target[pixel] = palette[Int(value & mask)]
        }
    }
}
