public import PixelKernels
public import TilePyramid

/// The pixels of a tile, lent row by row for the duration of a call; rows need not be contiguous in memory.
public struct TilePixels {
    /// The width and height in pixels.
    public let size: PixelSize
    /// The layout of each pixel.
    public let layout: PixelLayout
    /// The first byte of each row; `size.height` pointers.
    public let rows: UnsafeBufferPointer<UnsafeRawPointer>

    /// Creates a tile over memory that must stay valid while the tile is used.
    public init(size: PixelSize, layout: PixelLayout, rows: UnsafeBufferPointer<UnsafeRawPointer>) {
        precondition(rows.count == size.height, "one pointer for each row")
        self.size = size
        self.layout = layout
        self.rows = rows
    }

    /// The bytes of pixels in a row.
    public var rowBytes: Int { size.width * layout.bytesPerPixel }
}
