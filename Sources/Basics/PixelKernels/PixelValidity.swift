/// Applies the validity of pixels, a byte for each that is 0 for invalid ones, to rows of pixels.
package enum PixelValidity {
    /// Joins colors and validity to pixels with alpha, in which invalid pixels are zeros.
    ///
    /// - Parameters:
    ///   - colors: `count` pixels without alpha, aligned to their samples.
    ///   - validity: a byte for each pixel.
    ///   - layout: the layout of the colors in memory; without alpha.
    ///   - count: the number of pixels.
    ///   - target: room for `count` pixels with alpha, apart from the colors.
    package static func join(
        _ colors: UnsafeRawPointer, _ validity: UnsafePointer<UInt8>, layout: PixelLayout, count: Int,
        into target: UnsafeMutableRawPointer
    ) {
        precondition(!layout.channels.hasAlpha, "colors have no alpha")
        switch layout.depth {
        case .eight: join(colors, validity, layout.channels, count, target, UInt8.self)
        case .sixteen: join(colors, validity, layout.channels, count, target, UInt16.self)
        }
    }

    private static func join<Sample: FixedWidthInteger & BitwiseCopyable>(
        _ colors: UnsafeRawPointer, _ validity: UnsafePointer<UInt8>, _ channels: PixelLayout.Channels, _ count: Int,
        _ target: UnsafeMutableRawPointer, _: Sample.Type
    ) {
        let colors = colors.assumingMemoryBound(to: Sample.self)
        let target = target.assumingMemoryBound(to: Sample.self)
        if channels == .gray {
            for x in 0..<count {
                let all: Sample = validity[x] == 0 ? 0 : .max
                target[2 &* x] = colors[x] & all
                target[2 &* x &+ 1] = all
            }
        } else {
            for x in 0..<count {
                let all: Sample = validity[x] == 0 ? 0 : .max
                let from = colors + 3 &* x
                let to = target + 4 &* x
                to[0] = from[0] & all
                to[1] = from[1] & all
                to[2] = from[2] & all
                to[3] = all
            }
        }
    }

    /// Replaces invalid pixels in place.
    ///
    /// - Parameters:
    ///   - row: `count` pixels.
    ///   - validity: a byte for each pixel.
    ///   - replacement: the bytes of the pixel to write instead.
    ///   - count: the number of pixels.
    package static func replaceInvalid(
        _ row: UnsafeMutableRawPointer, _ validity: UnsafePointer<UInt8>, with replacement: [UInt8], count: Int
    ) {
        let size = replacement.count
        replacement.withUnsafeBytes { replacement in
            guard let pixel = replacement.baseAddress else { return }
            forEachInvalid(validity, count) { (row + $0 &* size).copyMemory(from: pixel, byteCount: size) }
        }
    }

    /// Calls a body with the number of each invalid pixel; eight valid ones cost one comparison.
    @inline(__always)
    private static func forEachInvalid(_ validity: UnsafePointer<UInt8>, _ count: Int, _ body: (Int) -> Void) {
        let bytes = UnsafeRawPointer(validity)
        var x = 0
        while x &+ 8 <= count {
            if bytes.loadUnaligned(fromByteOffset: x, as: UInt64.self) != .max {
                for index in x..<x &+ 8 where validity[index] == 0 { body(index) }
            }
            x &+= 8
        }
        for index in x..<max(x, count) where validity[index] == 0 { body(index) }
    }

    /// Writes 255 for each sample that is not 0.
    ///
    /// - Parameters:
    ///   - samples: the samples of a mask.
    ///   - step: the samples from one pixel to the next.
    ///   - count: the number of pixels.
    ///   - validity: room for a byte for each pixel.
    package static func binarize(
        _ samples: UnsafePointer<UInt8>, step: Int, count: Int, into validity: UnsafeMutablePointer<UInt8>
    ) {
        if step == 1 {
            for x in 0..<count { validity[x] = samples[x] == 0 ? 0 : 255 }
        } else {
            for x in 0..<count { validity[x] = samples[x &* step] == 0 ? 0 : 255 }
        }
    }

    /// Writes 255 for each bit that is set.
    ///
    /// - Parameters:
    ///   - bits: the bits of a mask, the first in the highest of a byte.
    ///   - count: the number of pixels.
    ///   - validity: room for a byte for each pixel.
    package static func unpack(bits: UnsafeRawPointer, count: Int, into validity: UnsafeMutablePointer<UInt8>) {
        let bytes = bits.assumingMemoryBound(to: UInt8.self)
        let output = UnsafeMutableRawPointer(validity)
        var x = 0
        while x &+ 8 <= count {
            // Each of eight bytes keeps one of the eight bits; the addition carries it into the highest bit.
            let kept = UInt64(bytes[x &>> 3]) &* 0x0101_0101_0101_0101 & 0x0102_0408_1020_4080
            let ones = (kept &+ 0x7F7F_7F7F_7F7F_7F7F) &>> 7 & 0x0101_0101_0101_0101
            output.storeBytes(of: ones &* 255, toByteOffset: x, as: UInt64.self)
            x &+= 8
        }
        for index in x..<max(x, count) {
            validity[index] = bytes[index &>> 3] &>> UInt8(7 - index & 7) & 1 == 0 ? 0 : 255
        }
    }
}
