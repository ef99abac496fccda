/// Consecutive rows of an image, lent for the duration of a call.
///
/// Rows are as wide as the image; ``stride`` is the distance in bytes from the start of one row to the start of the
/// next.
public struct PixelBand {
    /// The first byte of the first row.
    public let base: UnsafeRawPointer
    /// Bytes from one row to the next; at least width × ``PixelLayout/bytesPerPixel``.
    public let stride: Int
    /// The numbers of these rows in the image.
    public let rows: Range<Int>

    /// Creates a band of rows in memory that outlives the call to which it is lent.
    public init(base: UnsafeRawPointer, stride: Int, rows: Range<Int>) {
        self.base = base
        self.stride = stride
        self.rows = rows
    }

    /// Returns the first byte of row `y` of the image, which is in this band.
    public func row(_ y: Int) -> UnsafeRawPointer { base + (y - rows.lowerBound) * stride }
}
