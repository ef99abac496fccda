internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Pixels in memory, written by one thread and then only read.
final class PixelMemory: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: whoever creates it writes it before it is shared.

    /// The columns and rows.
    let size: PixelSize
    /// The layout of a pixel in memory.
    let layout: PixelLayout
    /// The first pixel.
    let base: UnsafeMutableRawPointer
    /// Bytes from one row to the next: rows have no gaps.
    let stride: Int

    /// The bytes of all pixels.
    var byteCount: Int { stride * size.height }

    /// Allocates memory whose contents are undefined.
    ///
    /// - Throws: `OutOfMemory`.
    init(_ size: PixelSize, _ layout: PixelLayout) throws {
        self.size = size
        self.layout = layout
        stride = size.width * layout.bytesPerPixel
        base = try PixelBlocks.allocate(stride * size.height)
    }

    deinit { PixelBlocks.free(base, byteCount) }

    /// The first pixel of a row.
    func row(_ y: Int) -> UnsafeMutableRawPointer { base + y * stride }
}
