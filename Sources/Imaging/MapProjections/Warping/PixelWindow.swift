package import TilePyramid

/// A rectangle of an image's pixels in memory.
package struct PixelWindow: @unchecked Sendable {
    // The guard of `@unchecked`: the memory is not written while a window over it is used.
    /// The first byte of the first pixel.
    package let base: UnsafeRawPointer
    /// The bytes from one row to the next.
    package let stride: Int
    /// The pixels of the image that are in memory.
    package let rect: PixelRect

    /// Creates a window over memory that must stay valid while it is used.
    package init(base: UnsafeRawPointer, stride: Int, rect: PixelRect) {
        self.base = base
        self.stride = stride
        self.rect = rect
    }
}
