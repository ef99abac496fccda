extension PNGFilter {
    /// Bytes that are read and written beyond the ends of rows by ``unfilter(from:above:count:bytesPerPixel:into:)``.
    package static let padding = 16

    /// Writes the bytes of a row from the filtered ones.
    ///
    /// The same result as ``unfilterScalar(from:above:count:bytesPerPixel:into:)``, a pixel or 16 bytes at a time: each
    /// pixel depends on the one before it, except with ``up``.
    ///
    /// - Parameters:
    ///   - filtered: `count` bytes, and ``padding`` more that may be read.
    ///   - above: the row above, unfiltered, and ``padding`` more bytes; zeros for the first row.
    ///   - count: bytes in a row; a multiple of `bytesPerPixel`, or any number when that is 1.
    ///   - bytesPerPixel: 1 to 8.
    ///   - output: room for `count` bytes and ``padding`` more, which are written; apart from both rows.
    package func unfilter(
        from filtered: UnsafeRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int,
        into output: UnsafeMutableRawPointer
    ) {
        switch (self, bytesPerPixel) {
        case (.none, _):
            output.copyMemory(from: filtered, byteCount: count)
        case (.up, _):
            for position in stride(from: 0, to: count, by: 16) {
                let sum =
                    filtered.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
                    &+ above.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
                output.storeBytes(of: sum, toByteOffset: position, as: SIMD16<UInt8>.self)
            }
        case (_, 3): unfilter(from: filtered, above: above, count: count, step: 3, into: output)
        case (_, 4): unfilter(from: filtered, above: above, count: count, step: 4, into: output)
        default:
            unfilterScalar(from: filtered, above: above, count: count, bytesPerPixel: bytesPerPixel, into: output)
        }
    }

    /// Pixels of 3 or 4 bytes, one after the other, each as a vector of four.
    ///
    /// A fourth byte that belongs to the next pixel is overwritten by that.
    @inline(__always)
    private func unfilter(
        from filtered: UnsafeRawPointer, above: UnsafeRawPointer, count: Int, step: Int,
        into output: UnsafeMutableRawPointer
    ) {
        @inline(__always) func pixel(_ row: UnsafeRawPointer, _ position: Int) -> Pixel {
            Pixel(truncatingIfNeeded: row.loadUnaligned(fromByteOffset: position, as: SIMD4<UInt8>.self))
        }
        var left = Pixel.zero
        var upperLeft = Pixel.zero
        // One loop for each filter, so that the choice is made once.
        @inline(__always) func run(_ prediction: (_ left: Pixel, _ above: Pixel, _ upperLeft: Pixel) -> Pixel) {
            for position in stride(from: 0, to: count, by: step) {
                let up = pixel(above, position)
                left = (pixel(filtered, position) &+ prediction(left, up, upperLeft)) & 255
                upperLeft = up
                output.storeBytes(
                    of: SIMD4<UInt8>(truncatingIfNeeded: left), toByteOffset: position, as: SIMD4<UInt8>.self)
            }
        }
        switch self {
        case .sub: run { left, _, _ in left }
        case .average: run { left, above, _ in (left &+ above) &>> 1 }
        default: run(Self.paeth)
        }
    }

    private typealias Pixel = SIMD4<Int16>

    /// The specification's own definition, four bytes at a time.
    @inline(__always)
    private static func paeth(_ left: Pixel, _ above: Pixel, _ upperLeft: Pixel) -> Pixel {
        @inline(__always) func magnitude(_ value: Pixel) -> Pixel { pointwiseMax(value, 0 &- value) }
        let fromLeft = above &- upperLeft
        let fromAbove = left &- upperLeft
        let fromCorner = magnitude(fromLeft &+ fromAbove)
        let (leftDistance, aboveDistance) = (magnitude(fromLeft), magnitude(fromAbove))
        let least = pointwiseMin(fromCorner, pointwiseMin(leftDistance, aboveDistance))
        return
            upperLeft
            .replacing(with: above, where: aboveDistance .== least)
            .replacing(with: left, where: leftDistance .== least)
    }
}
