/// How far something lies to the right of and below something else, in whole pixels.
public struct PixelOffset: Hashable, Sendable {
    /// Pixels to the right.
    public var x: Int
    /// Pixels down.
    public var y: Int

    /// An offset of `x` pixels to the right and `y` down.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// No offset.
    public static let zero = PixelOffset(x: 0, y: 0)
}
