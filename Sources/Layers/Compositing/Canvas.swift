internal import LayerTree
internal import TilePyramid

/// Memory that is drawn into: the pixels of a rectangle of the picture.
///
/// Sendable without a check of the compiler: whoever hands one to several threads sees to it that each writes other rows.
struct Canvas: @unchecked Sendable {
    /// The upper left pixel of the rectangle.
    let base: UnsafeMutablePointer<UInt32>
    /// Pixels from one row to the next.
    let stride: Int
    /// Where in the picture it lies.
    let bounds: PixelRect

    /// The memory of a pixel within the rectangle, and of those right of it.
    func pixels(column: Int, row: Int) -> UnsafeMutablePointer<UInt32> {
        base + ((row - bounds.y) * stride + column - bounds.x)
    }
}
