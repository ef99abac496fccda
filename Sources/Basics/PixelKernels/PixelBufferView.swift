/// A read-only view of pixels in memory: premultiplied, 0xAARRGGBB each.
///
/// The view does not own the memory; its creator keeps the memory alive and unchanged.
package struct PixelBufferView {
    /// The upper left pixel.
    package let base: UnsafePointer<UInt32>
    /// The number of pixels from one row to the next.
    package let stride: Int
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int

    /// Creates a view of memory that holds these rows.
    package init(base: UnsafePointer<UInt32>, stride: Int, width: Int, height: Int) {
        self.base = base
        self.stride = stride
        self.width = width
        self.height = height
    }

    /// The first pixel of a row.
    package func row(_ y: Int) -> UnsafePointer<UInt32> { base + y &* stride }
}
