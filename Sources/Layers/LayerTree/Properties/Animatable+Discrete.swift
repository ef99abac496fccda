public import VectorDrawing

/// A type of discrete values: an animation between two values changes halfway.
///
/// The sum of two values is the second one, and the difference the first.
public protocol DiscretelyAnimatable: Animatable {}

extension DiscretelyAnimatable {
    /// Returns this value before the middle, and `other` from the middle on.
    public func interpolated(with other: Self, at fraction: Double) -> Self { fraction < 0.5 ? self : other }
    /// Returns `other`.
    public func adding(_ other: Self) -> Self { other }
    /// Returns this value.
    public func subtracting(_ other: Self) -> Self { self }
}

extension Bool: DiscretelyAnimatable {}
extension Int: DiscretelyAnimatable {}
extension ContentsGravity: DiscretelyAnimatable {}
extension ContentsFilter: DiscretelyAnimatable {}

extension PixelBuffer: OptionalAnimatable {
    /// Returns the first buffer before the middle, and the second from the middle on; a ``ContentsFade`` mixes them.
    public static func interpolated(
        _ first: PixelBuffer?, with second: PixelBuffer?, at fraction: Double
    ) -> PixelBuffer? { fraction < 0.5 ? first : second }
    /// Returns the second buffer.
    public static func adding(_ first: PixelBuffer?, _ second: PixelBuffer?) -> PixelBuffer? { second }
    /// Returns the first buffer.
    public static func subtracting(_ first: PixelBuffer?, _ second: PixelBuffer?) -> PixelBuffer? { first }
}
