/// A rectangle of whole pixels; y grows downward.
public struct PixelRect: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The number of columns and rows.
    public var size: PixelSize

    /// Creates a rectangle from its top left corner and its size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        size = PixelSize(width: width, height: height)
    }

    /// The columns of the rectangle.
    public var columns: Range<Int> { x..<(x + size.width) }
    /// The rows of the rectangle.
    public var rows: Range<Int> { y..<(y + size.height) }
}
