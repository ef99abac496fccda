/// Distances from the four sides of a view inwards, in points.
public struct EdgeInsets: Hashable, Sendable {
    /// From each side; what covers the view there, such as a bar, is this high or wide.
    public var top: Double, left: Double, bottom: Double, right: Double

    /// No distances.
    public static let zero = EdgeInsets()

    /// Distances from the four sides; 0 where they are not given.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}
