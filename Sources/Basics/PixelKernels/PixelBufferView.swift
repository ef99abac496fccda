/// Pixels somewhere in memory that are only read: premultiplied, 0xAARRGGBB each.
///
/// It does not own the memory; whoever makes one sees to it that the memory lives and stays as it is.
package struct PixelBufferView {
    /// The upper left pixel.
    package let base: UnsafePointer<UInt32>
    /// Pixels from one row to the next.
    package let stride: Int
    /// How many columns it has.
    package let width: Int
    /// How many rows it has.
    package let height: Int

    /// A view of memory that holds these rows.
    package init(base: UnsafePointer<UInt32>, stride: Int, width: Int, height: Int) {
        self.base = base
        self.stride = stride
        self.width = width
        self.height = height
    }

    /// The first pixel of a row.
    package func row(_ y: Int) -> UnsafePointer<UInt32> { base + y &* stride }
}
