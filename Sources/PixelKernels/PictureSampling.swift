/// Reads a row of pixels from a premultiplied picture, 0xAARRGGBB, along any straight line through it.
///
/// Places are in pixels of the picture: the middle of the first is (0.5, 0.5). What lies outside counts as the nearest
/// pixel of the edge.
package struct PictureSampling {
    private let pixels: UnsafeBufferPointer<UInt32>
    private let width: Int
    private let height: Int

    /// A picture of `width` × `height` pixels, both at least 1, row after row.
    package init(_ pixels: UnsafeBufferPointer<UInt32>, width: Int, height: Int) {
        precondition(width >= 1 && height >= 1 && pixels.count == width * height, "a picture has all its pixels")
        self.pixels = pixels
        self.width = width
        self.height = height
    }

    /// Reads the pixels that are nearest to some places.
    ///
    /// - Parameters:
    ///   - start: the first place.
    ///   - step: from each place to the next.
    ///   - row: gets the pixels.
    package func readNearest(
        from start: SIMD2<Double>, step: SIMD2<Double>, to row: UnsafeMutableBufferPointer<UInt32>
    ) {
        let last = SIMD2(Double(width - 1), Double(height - 1))
        for column in row.indices {
            let place = (start + Double(column) * step).rounded(.down).clamped(lowerBound: .zero, upperBound: last)
            row[column] = pixels[Int(place.y) &* width &+ Int(place.x)]
        }
    }

    /// Reads the weighted means of the four pixels around some places, the weights in steps of 1/256.
    ///
    /// - Parameters:
    ///   - start: the first place.
    ///   - step: from each place to the next.
    ///   - row: gets the pixels.
    package func readLinear(
        from start: SIMD2<Double>, step: SIMD2<Double>, to row: UnsafeMutableBufferPointer<UInt32>
    ) {
        let last = SIMD2(Double(width - 1), Double(height - 1))
        for column in row.indices {
            let place = (start + Double(column) * step - 0.5).clamped(lowerBound: .zero, upperBound: last)
            let weights = SIMD2<UInt32>(truncatingIfNeeded: SIMD2<Int>(place * 256)) & 0xFF
            let (x, y) = (Int(place.x), Int(place.y))
            let (right, below) = (x == width - 1 ? 0 : 1, y == height - 1 ? 0 : width)
            let first = y &* width &+ x
            row[column] = Self.mixed(
                Self.mixed(pixels[first], pixels[first &+ right], weights.x),
                Self.mixed(pixels[first &+ below], pixels[first &+ below &+ right], weights.x), weights.y)
        }
    }

    /// Two pixels mixed, the second with a weight of `weight` ÷ 256, rounded.
    @inline(__always)
    private static func mixed(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
        let rest = 256 &- weight
        let odd = (a & 0x00FF_00FF) &* rest &+ (b & 0x00FF_00FF) &* weight &+ 0x0080_0080
        let even = ((a &>> 8) & 0x00FF_00FF) &* rest &+ ((b &>> 8) & 0x00FF_00FF) &* weight &+ 0x0080_0080
        return (odd &>> 8) & 0x00FF_00FF | even & 0xFF00_FF00
    }
}
