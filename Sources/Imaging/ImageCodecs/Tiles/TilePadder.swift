internal import ImageSources
package import PixelKernels
package import TilePyramid

/// Pads tiles: draws the content of a tile onto background of the stored size.
///
/// It needs memory for one tile during a call; several threads may use one padder.
package struct TilePadder: Sendable {
    private let layout: PixelLayout
    /// The bytes of a background pixel.
    private let pixel: [UInt8]

    /// Creates a padder of tiles with this pixel layout.
    ///
    /// Tiles with alpha are padded with transparent pixels, gray tiles with the luma of `background`.
    package init(layout: PixelLayout, background: RGBColor) {
        self.layout = layout
        pixel = background.backgroundPixel(layout)
    }

    /// Fills a tile with background, lets `draw` draw the content, and lends the tile to `body`.
    ///
    /// - Parameters:
    ///   - size: the padded size.
    ///   - offset: the position of the content in the tile; the default is the upper left corner.
    ///   - draw: receives the address of the content's first pixel, and the bytes from one row to the next.
    ///   - body: receives the tile, which is valid during the call.
    /// - Throws: The errors of `draw` and `body`, or `OutOfMemory`.
    package func withPaddedTile(
        size: PixelSize, contentAt offset: PixelOffset = .zero,
        draw: (_ content: UnsafeMutableRawPointer, _ stride: Int) throws -> Void, _ body: (TilePixels) throws -> Void
    ) throws {
        let rowBytes = size.width * layout.bytesPerPixel
        let base = try HeapMemory.allocate(rowBytes * size.height)
        defer { HeapMemory.free(base) }
        for x in 0..<size.width {
            (base + x * pixel.count).copyMemory(from: pixel, byteCount: pixel.count)
        }
        for y in 1..<size.height {
            (base + y * rowBytes).copyMemory(from: base, byteCount: rowBytes)
        }
        try draw(base + offset.y * rowBytes + offset.x * layout.bytesPerPixel, rowBytes)
        try TilePixels.lend(base, stride: rowBytes, size: size, layout: layout, body)
    }
}
