/// A property of layers that an app adds, with a type and a default of its own.
///
/// A type without cases names it, and an extension of ``LayerProperties`` gives it the looks of the others:
///
/// ```swift
/// enum Zoom: AnimatablePropertyKey {
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
///
/// layer.zoom = 2
/// layer.addAnimation(try BasicAnimation(\.zoom, from: 1, to: 2), forKey: "zoom")
/// ```
///
/// Values of any kind can be kept with a layer this way, as a tag for finding it again.
public protocol LayerPropertyKey: SendableMetatype {
    /// The type of its values.
    associatedtype Value: Hashable, Sendable

    /// Its value for layers of which it has not been set.
    static var defaultValue: Value { get }

    /// Whether a layer is drawn anew when the value changes, for each frame while it is animated too; default false.
    static var needsDisplay: Bool { get }

    /// What its changes are asked for; given already.
    static var actionKey: ActionKey { get }
}

/// A property of an app's own that can be animated, and glides by itself when it is set.
public protocol AnimatablePropertyKey: LayerPropertyKey where Value: Animatable {}

extension LayerPropertyKey {
    /// The layer need not be drawn anew.
    public static var needsDisplay: Bool { false }

    /// The key of a property that does not glide; its name is that of the type.
    public static var actionKey: ActionKey { ActionKey(named: String(reflecting: Self.self)) }
}

extension AnimatablePropertyKey {
    /// The key of a property that glides; its name is that of the type.
    public static var actionKey: ActionKey {
        ActionKey(named: String(reflecting: Self.self), \.[PropertyToken<Self>()])
    }
}

/// Stands for a property of an app's own in key paths, which take values and not types.
struct PropertyToken<Key: LayerPropertyKey>: Hashable, Sendable {}
