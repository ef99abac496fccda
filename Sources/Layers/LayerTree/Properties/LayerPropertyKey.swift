/// A custom animatable property of layers.
///
/// A type without cases is the key, and an extension of ``LayerProperties`` makes the property look like the others:
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
/// Setting it runs an implicit animation, as with other properties, and explicit animations name it by its key path:
///
/// ```swift
/// layer.zoom = 2
/// layer.addAnimation(BasicAnimation(\.zoom, from: 1, to: 2), forKey: "zoom")
/// ```
///
/// A layer that draws with it reads its value from
/// ``Layer/presented``. For a value that is only kept with a layer, use a ``LayerValueKey``.
public protocol LayerPropertyKey: SendableMetatype {
    /// The type of the value.
    associatedtype Value: Animatable

    /// The value for layers in which it has not been set.
    static var defaultValue: Value { get }

    /// Whether a layer is redrawn when its presented value changes, in each frame of an animation too; the default is
    /// false.
    static var needsDisplay: Bool { get }
}

extension LayerPropertyKey {
    /// The default is `false`: the layer is not redrawn.
    public static var needsDisplay: Bool { false }
}

/// Represents a custom property in key paths, whose subscripts take values and not types.
struct PropertyToken<Key: LayerPropertyKey>: Hashable, Sendable {}
