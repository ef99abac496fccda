/// A delegate that displays layers by setting their contents, for images that exist already and need not be drawn.
///
/// ```swift
/// func display(_ layer: Layer) {
///     layer.contents = icons[layer.name]
/// }
/// ```
@MainActor
public protocol LayerDisplayDelegate: LayerDelegate {
    /// Displays a layer, in place of ``Layer/draw(in:)``, which is not called.
    func display(_ layer: Layer)
}
