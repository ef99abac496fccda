/// The number of layers that were drawn although the app did not ask for it, by the cause.
public struct ImplicitDraws: Hashable, Sendable {
    /// The bounds changed, and the layer has ``Layer/needsDisplayOnBoundsChange``.
    public var boundsChange = 0
    /// A custom property changed, or is animated.
    public var customProperties = 0
    /// A subclass drew its contents by itself, as text layers and panels do; see ``Layer/countOwnDrawing(pixels:)``.
    public var subclass = 0

    /// Creates counts of 0.
    public init() {}

    /// The number of layers, whatever the cause.
    public var total: Int { boundsChange + customProperties + subclass }
}
