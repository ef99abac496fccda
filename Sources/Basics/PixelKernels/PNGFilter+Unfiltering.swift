internal import CPixelKernels

extension PNGFilter {
    /// The number of bytes that ``unfilter(_:above:count:bytesPerPixel:)`` may read beyond the ends of rows.
    package static let padding = 2

    /// Replaces the filtered bytes of a row by the original ones.
    ///
    /// Gives the same result as ``unfilterScalar(_:above:count:bytesPerPixel:)``, a pixel or many bytes at a time: each pixel
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
