/// A distance to the right and down, in whole pixels.
public struct PixelOffset: Hashable, Sendable {
    /// Pixels to the right.
    public var x: Int
    /// Pixels down.
    public var y: Int

    /// Creates an offset of `x` pixels to the right and `y` pixels down.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// No offset.
    public static let zero = PixelOffset(x: 0, y: 0)
}
