/// A width and a height, in points.
public struct Size: Hashable, Sendable {
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// Nothing.
    public static let zero = Size(width: 0, height: 0)

    /// A size from its sides.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
