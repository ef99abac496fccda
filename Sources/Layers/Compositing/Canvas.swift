internal import LayerTree
internal import TilePyramid

/// The destination memory: the pixels of a rectangle of the frame.
///
/// It is safe as `@unchecked Sendable` because the owner ensures that each thread writes different rows.
struct Canvas: @unchecked Sendable {
    /// The upper left pixel of the rectangle.
    let base: UnsafeMutablePointer<UInt32>
    /// The number of pixels from one row to the next.
    let stride: Int
    /// The rectangle of the frame.
    let bounds: PixelRect

    /// The memory of a pixel in the rectangle, followed by the rest of its row.
    func pixels(column: Int, row: Int) -> UnsafeMutablePointer<UInt32> {
        base + ((row - bounds.y) * stride + column - bounds.x)
    }
}
