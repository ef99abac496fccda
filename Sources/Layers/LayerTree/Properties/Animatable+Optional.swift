public import VectorDrawing

/// A type whose optional values can be animated, such as a color that may be absent.
public protocol OptionalAnimatable: Hashable, Sendable {
    /// Interpolates linearly: fraction 0 gives the first value, 1 gives the second.
    static func interpolated(_ first: Self?, with second: Self?, at fraction: Double) -> Self?
    /// Returns the sum.
    static func adding(_ first: Self?, _ second: Self?) -> Self?
    /// Returns the difference: the value that gives the first value when it is added to `second`.
    static func subtracting(_ first: Self?, _ second: Self?) -> Self?
    /// Returns the distance between the values.
    static func pacedDistance(_ first: Self?, _ second: Self?) -> Double
}

extension OptionalAnimatable {
    /// The default is 1 for different values and 0 for equal ones.
    public static func pacedDistance(_ first: Self?, _ second: Self?) -> Double { first == second ? 0 : 1 }
}

extension Optional: Animatable where Wrapped: OptionalAnimatable {
    /// Interpolates as the wrapped type does.
    public func interpolated(with other: Wrapped?, at fraction: Double) -> Wrapped? {
        Wrapped.interpolated(self, with: other, at: fraction)
    }
    /// Returns the sum that the wrapped type defines.
    public func adding(_ other: Wrapped?) -> Wrapped? { Wrapped.adding(self, other) }
    /// Returns the difference that the wrapped type defines.
    public func subtracting(_ other: Wrapped?) -> Wrapped? { Wrapped.subtracting(self, other) }
    /// Returns the distance that the wrapped type defines.
    public func pacedDistance(to other: Wrapped?) -> Double { Wrapped.pacedDistance(self, other) }
}

extension Color: OptionalAnimatable {
    /// Interpolates the colors; nil counts as the other color with alpha 0.
    public static func interpolated(_ first: Color?, with second: Color?, at fraction: Double) -> Color? {
        guard let from = first ?? second?.faded, let to = second ?? first?.faded else { return nil }
        return from.interpolated(with: to, at: fraction)
    }
    /// Returns the sum of the colors that are not nil.
    public static func adding(_ first: Color?, _ second: Color?) -> Color? {
        guard let first, let second else { return first ?? second }
        return first.adding(second)
    }
    /// Returns the difference; a nil operand counts as no change.
    public static func subtracting(_ first: Color?, _ second: Color?) -> Color? {
        guard let first, let second else { return first }
        return first.subtracting(second)
    }
    /// Returns the distance of the colors; nil counts as the other color with alpha 0.
    public static func pacedDistance(_ first: Color?, _ second: Color?) -> Double {
        guard let from = first ?? second?.faded, let to = second ?? first?.faded else { return 0 }
        return from.pacedDistance(to: to)
    }

    /// The same color with alpha 0.
    private var faded: Color { Color(red: red, green: green, blue: blue, alpha: 0) }
}
