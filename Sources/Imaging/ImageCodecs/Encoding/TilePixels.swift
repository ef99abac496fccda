internal import ImageSources
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

    /// The bytes of the pixels of a row.
    public var rowBytes: Int { size.width * layout.bytesPerPixel }
}

extension TilePixels {
    /// Lends rows that are `stride` bytes apart as a tile.
    package static func lend<Result>(
        _ base: UnsafeRawPointer, stride: Int, size: PixelSize, layout: PixelLayout,
        _ body: (TilePixels) throws -> Result
    ) rethrows -> Result {
        let rows = (0..<size.height).map { base + $0 * stride }
        return try rows.withUnsafeBufferPointer { try body(TilePixels(size: size, layout: layout, rows: $0)) }
    }

    /// Lends the tile as one block of memory with a constant stride, as C libraries expect it.
    ///
    /// Rows that are already evenly spaced, without gaps if `packed`, are lent in place; others are copied to
    /// `scratch`. `body` gets the first row and the bytes from one row to the next, at least ``rowBytes``.
    func withStridedRows<Result>(
        scratch: inout ScratchBuffer, packed: Bool = false,
        _ body: (_ base: UnsafeRawPointer, _ stride: Int) throws -> Result
    ) throws -> Result {
        if let stride = evenStride, !packed || stride == rowBytes {
            return try body(rows[0], stride)
        }
        let copy = try scratch.reserve(rowBytes * rows.count)
        for (y, row) in rows.enumerated() {
            (copy + y * rowBytes).copyMemory(from: row, byteCount: rowBytes)
        }
        return try body(UnsafeRawPointer(copy), rowBytes)
    }

    /// The distance between rows; nil when it varies or rows overlap.
    private var evenStride: Int? {
        guard rows.count > 1 else { return rowBytes }
        let stride = rows[1] - rows[0]
        guard stride >= rowBytes else { return nil }
        for y in 2..<max(rows.count, 2) where rows[y] - rows[y - 1] != stride {
            return nil
        }
        return stride
    }
}
