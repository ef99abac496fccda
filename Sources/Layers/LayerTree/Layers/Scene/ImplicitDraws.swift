/// The number of layers that were drawn without a request of the app, by cause.
public struct ImplicitDraws: Hashable, Sendable {
    /// The bounds changed, and the layer has ``Layer/needsDisplayOnBoundsChange``.
    public var boundsChange = 0
    /// A custom property changed, or is animated.
    public var customProperties = 0
    /// A subclass drew its own contents, such as a text layer or a panel; see ``Layer/countOwnDrawing(pixels:)``.
    public var subclass = 0

    /// Creates counts of 0.
    public init() {}

    /// The number of layers, whatever the cause.
    public var total: Int { boundsChange + customProperties + subclass }
}
