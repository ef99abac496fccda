public import VectorDrawing

/// Insets from the four sides of a rectangle, in points; negative insets enlarge it.
public struct EdgeInsets: Hashable, Sendable {
    /// The inset from each side, such as the height or width of a bar that covers a view there.
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

    /// Creates equal insets from all sides.
    public init(_ inset: Double) {
        self.init(top: inset, left: inset, bottom: inset, right: inset)
    }
}

extension Rect {
    /// Returns the rectangle without its insets; it is empty if the insets meet.
    public func inset(by insets: EdgeInsets) -> Rect {
        Rect(
            x: minX + insets.left, y: minY + insets.top, width: max(0, size.width - insets.left - insets.right),
            height: max(0, size.height - insets.top - insets.bottom))
    }

    /// Returns the rectangle without equal insets from all sides; negative insets enlarge it.
    public func inset(by inset: Double) -> Rect { self.inset(by: EdgeInsets(inset)) }
}
