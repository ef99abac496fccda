/// A custom animatable property of layers.
///
/// The key is an enumeration without cases. An extension of ``LayerProperties`` makes the property look like the others:
///
/// ```swift
/// enum Zoom: LayerPropertyKey {
///     static let defaultValue = 1.0
///     static let needsDisplay = true
/// }
///
/// extension LayerProperties {
///     var zoom: Double {
///         get { self[Zoom.self] }
///         set { self[Zoom.self] = newValue }
///     }
/// }
/// ```
///
/// Setting it runs an implicit animation, as for other properties. Explicit animations refer to it by its key path:
///
/// ```swift
/// layer.zoom = 2
/// layer.addAnimation(BasicAnimation(\.zoom, from: 1, to: 2), forKey: "zoom")
/// ```
///
/// A layer that draws with the property reads its value from ``Layer/presented``. For a value that is only stored in a layer,
/// use a ``LayerValueKey``.
public protocol LayerPropertyKey: SendableMetatype {
    /// The type of the value.
    associatedtype Value: Animatable

    /// The value for layers in which the property is not set.
    static var defaultValue: Value { get }

    /// Whether a change of the presented value redraws a layer, also in each frame of an animation; the default is false.
    static var needsDisplay: Bool { get }

    /// Returns whether a change from one value to another has an implicit animation by default; the default is true.
    ///
    /// Return false for a change that shows at once, such as one between arrays of different counts. Explicit animations and
    /// chosen actions are not affected.
    static func animatesImplicitly(from old: Value, to new: Value) -> Bool
}

extension LayerPropertyKey {
    /// The default is `false`: the layer is not redrawn.
    public static var needsDisplay: Bool { false }

    /// The default is `true`: every change is animated.
    public static func animatesImplicitly(from old: Value, to new: Value) -> Bool { true }
}

/// A value that represents a custom property in key paths, because subscripts in key paths take values, not types.
struct PropertyToken<Key: LayerPropertyKey>: Hashable, Sendable {}
