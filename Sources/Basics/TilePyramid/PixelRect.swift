/// A rectangle of whole pixels, its origin at the top left.
public struct PixelRect: Hashable, Sendable {
    /// The first column inside.
    public var x: Int
    /// The first row inside.
    public var y: Int
    /// How many columns and rows it covers.
    public var size: PixelSize

    /// A rectangle from its top left corner and its size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        size = PixelSize(width: width, height: height)
    }

    /// The columns inside.
    public var columns: Range<Int> { x..<(x + size.width) }
    /// The rows inside.
    public var rows: Range<Int> { y..<(y + size.height) }
}
