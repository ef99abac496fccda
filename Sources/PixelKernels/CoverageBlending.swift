/// Puts a row of premultiplied pixels, 0xAARRGGBB, over another one, each as far as it is covered.
package enum CoverageBlending {
    /// Puts one colour over pixels.
    ///
    /// - Parameters:
    ///   - color: the premultiplied colour.
    ///   - pixels: what lies below; becomes the result.
    ///   - coverage: how much of each pixel is covered, 0 to 255; as many as there are pixels.
    package static func blend(
        _ color: UInt32, over pixels: UnsafeMutableBufferPointer<UInt32>, coverage: UnsafeBufferPointer<UInt8>
    ) {
        precondition(coverage.count == pixels.count, "each pixel has its coverage")
        for column in pixels.indices {
            let source = PremultipliedPixel.scaled(color, by: UInt32(coverage[column]))
            pixels[column] = PremultipliedPixel.over(source, pixels[column])
        }
    }

    /// Puts one colour over pixels that are all wholly covered; an opaque colour replaces them.
    package static func blend(_ color: UInt32, over pixels: UnsafeMutableBufferPointer<UInt32>) {
        if color >= 0xFF00_0000 {
            pixels.update(repeating: color)
        } else {
            for column in pixels.indices {
                pixels[column] = PremultipliedPixel.over(color, pixels[column])
            }
        }
    }

    /// Puts a row over pixels.
    ///
    /// - Parameters:
    ///   - row: the premultiplied pixels that are put over; as many as there are below.
    ///   - pixels: what lies below; becomes the result.
    ///   - coverage: how much of each pixel is covered, 0 to 255; as many as there are pixels.
    package static func blend(
        _ row: UnsafeBufferPointer<UInt32>, over pixels: UnsafeMutableBufferPointer<UInt32>,
        coverage: UnsafeBufferPointer<UInt8>
    ) {
        precondition(row.count == pixels.count && coverage.count == pixels.count, "each pixel has its coverage")
        for column in pixels.indices {
            let source = PremultipliedPixel.scaled(row[column], by: UInt32(coverage[column]))
            pixels[column] = PremultipliedPixel.over(source, pixels[column])
        }
    }

    /// Takes away from pixels as far as they are covered, 0 to 255.
    package static func erase(_ pixels: UnsafeMutableBufferPointer<UInt32>, coverage: UnsafeBufferPointer<UInt8>) {
        precondition(coverage.count == pixels.count, "each pixel has its coverage")
        for column in pixels.indices {
            pixels[column] = PremultipliedPixel.scaled(pixels[column], by: 255 &- UInt32(coverage[column]))
        }
    }
}
