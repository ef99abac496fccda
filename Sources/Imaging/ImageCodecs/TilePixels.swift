public import PixelKernels
public import TilePyramid

/// The pixels of a tile, lent for the duration of a call, row by row: rows need not follow each other in memory.
public struct TilePixels {
    /// Columns and rows.
    public let size: PixelSize
    /// How each pixel lies in memory.
    public let layout: PixelLayout
    /// The first byte of each row; `size.height` of them.
    public let rows: UnsafeBufferPointer<UnsafeRawPointer>

    /// A tile over memory that outlives the call it is lent to.
    public init(size: PixelSize, layout: PixelLayout, rows: UnsafeBufferPointer<UnsafeRawPointer>) {
        precondition(rows.count == size.height, "one pointer for each row")
        self.size = size
        self.layout = layout
        self.rows = rows
    }

    /// Bytes of pixels in a row.
    public var rowBytes: Int { size.width * layout.bytesPerPixel }
}
