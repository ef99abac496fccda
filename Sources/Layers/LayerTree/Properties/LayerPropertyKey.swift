/// A property of layers that an app adds, and that is animated like the others.
///
/// A type without cases names it, and an extension of ``LayerProperties`` gives it the looks of the others:
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
///
/// layer.zoom = 2
/// layer.addAnimation(try BasicAnimation(\.zoom, from: 1, to: 2), forKey: "zoom")
/// ```
///
/// It glides when it is set, as the others do. A layer that draws itself by it reads its value from
/// ``Layer/presented``. What is only to be kept with a layer goes under a ``LayerValueKey``.
public protocol LayerPropertyKey: SendableMetatype {
    /// The type of its values.
    associatedtype Value: Animatable

    /// Its value for layers of which it has not been set.
    static var defaultValue: Value { get }

    /// Whether a layer is drawn anew when the value changes that it shows, for each frame of an animation too; default
    /// false.
    static var needsDisplay: Bool { get }
}

extension LayerPropertyKey {
    /// The layer need not be drawn anew.
    public static var needsDisplay: Bool { false }
}

extension ActionKey {
    /// The key of a property that an app has added; its name is that of the type.
    public init<Key: LayerPropertyKey>(_ key: Key.Type) {
        self.init(named: String(reflecting: key), \.[PropertyToken<Key>()])
    }
}

/// Stands for a property that an app has added in key paths, which take values and not types.
struct PropertyToken<Key: LayerPropertyKey>: Hashable, Sendable {}
