internal import CPixelKernels

extension PNGFilter {
    /// Bytes that may be read beyond the ends of rows by ``unfilter(_:above:count:bytesPerPixel:)``.
    package static let padding = 2

    /// Replaces the filtered bytes of a row by what they stand for.
    ///
    /// The same result as ``unfilterScalar(_:above:count:bytesPerPixel:)``, a pixel or many bytes at a time: each pixel
    /// depends on the one before it, except with ``up``.
    ///
    /// - Parameters:
    ///   - row: `count` filtered bytes, and ``padding`` more that may be read.
    ///   - above: the row above, unfiltered, and ``padding`` more bytes; zeros for the first row.
    ///   - count: bytes in a row; a multiple of `bytesPerPixel`, or any number when that is 1.
    ///   - bytesPerPixel: 1 to 8.
    package func unfilter(_ row: UnsafeMutableRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int) {
        guard self != .none else { return }
        guard [1, 2, 3, 4, 6, 8].contains(bytesPerPixel) else {
            return unfilterScalar(row, above: above, count: count, bytesPerPixel: bytesPerPixel)
        }
        tk_png_unfilter(
            Int32(rawValue), row.assumingMemoryBound(to: UInt8.self), above.assumingMemoryBound(to: UInt8.self), count,
            bytesPerPixel)
    }
}
