/// Separates alpha from colors, and joins both again.
package enum AlphaPlane {
    /// Splits straight pixels of 8 bits into colors and alpha.
    ///
    /// - Parameters:
    ///   - row: `count` pixels of these channels, the last of which is alpha.
    ///   - channels: the channels of the pixels, with alpha.
    ///   - count: the number of pixels.
    ///   - colors: room for the pixels without alpha.
    ///   - alpha: room for a byte for each pixel.
    package static func split(
        _ row: UnsafeRawPointer, channels: PixelLayout.Channels, count: Int, colors: UnsafeMutableRawPointer,
        alpha: UnsafeMutableRawPointer
    ) {
        let source = row.assumingMemoryBound(to: UInt8.self)
        let colors = colors.assumingMemoryBound(to: UInt8.self)
        let alpha = alpha.assumingMemoryBound(to: UInt8.self)
        if channels == .rgba {
            for pixel in 0..<count {
                colors[3 &* pixel] = source[4 &* pixel]
                colors[3 &* pixel &+ 1] = source[4 &* pixel &+ 1]
                colors[3 &* pixel &+ 2] = source[4 &* pixel &+ 2]
                alpha[pixel] = source[4 &* pixel &+ 3]
            }
        } else {
            for pixel in 0..<count {
                colors[pixel] = source[2 &* pixel]
                alpha[pixel] = source[2 &* pixel &+ 1]
            }
        }
    }

    /// Joins colors and alpha to straight pixels of 8 bits: the reverse of ``split(_:channels:count:colors:alpha:)``.
    ///
    /// - Parameters:
    ///   - colors: `count` pixels without alpha.
    ///   - alpha: a byte for each pixel.
    ///   - channels: the channels of the joined pixels, with alpha.
    ///   - count: the number of pixels.
    ///   - row: room for the joined pixels.
    package static func join(
        _ colors: UnsafeRawPointer, _ alpha: UnsafeRawPointer, channels: PixelLayout.Channels, count: Int,
        into row: UnsafeMutableRawPointer
    ) {
        let target = row.assumingMemoryBound(to: UInt8.self)
        let colors = colors.assumingMemoryBound(to: UInt8.self)
        let alpha = alpha.assumingMemoryBound(to: UInt8.self)
        if channels == .rgba {
            for pixel in 0..<count {
                target[4 &* pixel] = colors[3 &* pixel]
                target[4 &* pixel &+ 1] = colors[3 &* pixel &+ 1]
                target[4 &* pixel &+ 2] = colors[3 &* pixel &+ 2]
                target[4 &* pixel &+ 3] = alpha[pixel]
            }
        } else {
            for pixel in 0..<count {
                target[2 &* pixel] = colors[pixel]
                target[2 &* pixel &+ 1] = alpha[pixel]
            }
        }
    }

    /// Multiplies opaque pixels 0xFFRRGGBB by an alpha that was decoded as gray pixels 0xFFAAAAAA.
    ///
    /// - Returns: true when all of them are opaque.
    package static func multiply(
        _ pixels: UnsafeMutablePointer<UInt32>, by alpha: UnsafePointer<UInt32>, count: Int
    ) -> Bool {
        for pixel in 0..<count {
            pixels[pixel] = pixels[pixel] & 0x00FF_FFFF | alpha[pixel] &<< 24
        }
        return PremultipliedPixels.premultiply(pixels, count: count)
    }

    /// Whether all alpha is opaque.
    package static func isOpaque(_ alpha: UnsafeRawPointer, count: Int) -> Bool {
        let alpha = alpha.assumingMemoryBound(to: UInt8.self)
        var all = UInt8.max
        for pixel in 0..<count {
            all &= alpha[pixel]
        }
        return all == .max
    }

    /// Replaces the colors of transparent pixels by the mean of the visible ones in their square of 16×16 pixels.
    ///
    /// A square without visible pixels gets the mean of the last square that has some.
    ///
    /// Nobody sees these colors, but a lossy encoder would spend bytes on them, and their edges would show in neighboring
    /// pixels.
    ///
    /// - Parameters:
    ///   - colors: the pixels without alpha, row by row.
    ///   - alpha: their alpha, row by row.
    ///   - width: the number of pixels in a row.
    ///   - height: the number of rows.
    ///   - samples: the number of samples of a color, 1 or 3.
    package static func fillTransparent(
        _ colors: UnsafeMutableRawPointer, _ alpha: UnsafeRawPointer, width: Int, height: Int, samples: Int
    ) {
        let colors = colors.assumingMemoryBound(to: UInt8.self)
        let alpha = alpha.assumingMemoryBound(to: UInt8.self)
        let side = 16
        var mean = SIMD4<Int>(repeating: 128)
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                let rows = top..<min(top + side, height)
                let columns = left..<min(left + side, width)
                var sum = SIMD4<Int>.zero
                var visible = 0
                for y in rows {
                    for x in columns where alpha[y &* width &+ x] != 0 {
                        visible += 1
                        for sample in 0..<samples {
                            sum[sample] &+= Int(colors[(y &* width &+ x) &* samples &+ sample])
                        }
                    }
                }
                guard visible < rows.count * columns.count else { continue }
                if visible > 0 {
                    mean = sum / SIMD4(repeating: visible)
                }
                for y in rows {
                    for x in columns where alpha[y &* width &+ x] == 0 {
                        for sample in 0..<samples {
                            colors[(y &* width &+ x) &* samples &+ sample] = UInt8(mean[sample])
                        }
                    }
                }
            }
        }
    }
}
