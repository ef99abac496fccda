/// The radii of a rectangle's corners, in points.
public struct CornerRadii: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The radius of each corner; not negative.
    public var topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double

    /// Square corners.
    public static let zero = CornerRadii(0)

    /// Creates four equal radii.
    public init(_ radius: Double) {
        self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    }

    /// Creates a radius for each corner; omitted radii are 0.
    public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Creates four equal radii.
    public init(floatLiteral radius: Double) { self.init(radius) }
    /// Creates four equal radii.
    public init(integerLiteral radius: Int) { self.init(Double(radius)) }

    /// Whether all radii are equal.
    public var isUniform: Bool { topLeft == topRight && topLeft == bottomRight && topLeft == bottomLeft }

    /// Returns the radii reduced so that the two radii of a side fit in its length.
    ///
    /// All are reduced by the same factor, as in CSS. Negative radii and NaN become 0.
    public func limited(to size: Size) -> CornerRadii {
        func positive(_ radius: Double) -> Double { radius > 0 ? min(radius, 1e6) : 0 }
        let radii = map(positive)
        let factors = [
            size.width / (radii.topLeft + radii.topRight), size.width / (radii.bottomLeft + radii.bottomRight),
            size.height / (radii.topLeft + radii.bottomLeft), size.height / (radii.topRight + radii.bottomRight),
        ]
        // A side without rounded corners gives no number.
        let factor = factors.filter { $0 >= 0 }.min() ?? 1
        return factor < 1 ? radii.map { $0 * factor } : radii
    }

    /// Returns the radii, each changed by a function.
    public func map(_ change: (Double) -> Double) -> CornerRadii {
        CornerRadii(
            topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
            bottomLeft: change(bottomLeft))
    }
}
