/// Insets from the four sides of a view, in points.
public struct EdgeInsets: Hashable, Sendable {
    /// The inset from each side: the height or width of what covers the view there, such as a bar.
    public var top: Double, left: Double, bottom: Double, right: Double

    /// No insets.
    public static let zero = EdgeInsets()

    /// Creates insets; each is 0 by default.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}
