/// Consecutive rows of an image, lent for the duration of a call.
///
/// Rows are as wide as the image and start `stride` bytes apart.
public struct PixelBand {
    /// The first byte of the first row.
    public let base: UnsafeRawPointer
    /// The bytes from the start of one row to the next; at least width × ``PixelLayout/bytesPerPixel``.
    public let stride: Int
    /// The rows of the image that the band holds.
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
