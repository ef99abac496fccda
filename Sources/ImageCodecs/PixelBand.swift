/// Consecutive rows of an image, lent for the duration of a call.
///
/// Rows are as wide as the image; `stride` bytes lie between the start of one and the start of the next.
public struct PixelBand {
    /// The first byte of the first row.
    public let base: UnsafeRawPointer
    /// Bytes from one row to the next; at least width × ``PixelLayout/bytesPerPixel``.
    public let stride: Int
    /// Which rows of the image these are.
    public let rows: Range<Int>

    /// A band over memory that outlives the call it is lent to.
    public init(base: UnsafeRawPointer, stride: Int, rows: Range<Int>) {
        self.base = base
        self.stride = stride
        self.rows = rows
    }

    /// The first byte of a row of the image that lies in this band.
    public func row(_ y: Int) -> UnsafeRawPointer { base + (y - rows.lowerBound) * stride }
}
