/// Consecutive rows of an image, lent for the duration of a call.
///
/// Rows are as wide as the image and start `stride` bytes apart.
public struct PixelBand {
    /// The first byte of the first row.
    public let base: UnsafeRawPointer
    /// The bytes from the start of one row to the next; at least width × ``PixelLayout/bytesPerPixel``.
    public let stride: Int
    /// The range of the image's rows that the band holds.
    public let rows: Range<Int>

    /// Creates a band over memory that must stay valid while the band is used.
    public init(base: UnsafeRawPointer, stride: Int, rows: Range<Int>) {
        self.base = base
        self.stride = stride
        self.rows = rows
    }

    /// The first byte of row `y` of the image, which must lie in this band.
    public func row(_ y: Int) -> UnsafeRawPointer { base + (y - rows.lowerBound) * stride }
}

/// Consecutive rows of an image as planar YCbCr 4:2:0, lent for the duration of a call.
///
/// Samples have 8 bits. The chroma planes have half the columns and rows of the luma plane, rounded up. A band has an
/// even number of luma rows unless it is the image's last, and at most ``rowLimit``.
package struct PlanarBand {
    /// The largest number of luma rows in a band.
    package static let rowLimit = 16

    /// The planes Y, Cb and Cr, in this order; each plane numbers its rows in its own resolution.
    package let planes: [PixelBand]

    /// Creates a band from its three planes.
    package init(luma: PixelBand, cb: PixelBand, cr: PixelBand) {
        planes = [luma, cb, cr]
    }
}
