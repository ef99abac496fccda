/// A delegate that displays layers itself, by setting their contents: pictures that are there already need not be drawn.
///
/// ```swift
/// func display(_ layer: Layer) {
///     layer.contents = icons[layer.name]
/// }
/// ```
@MainActor
public protocol LayerDisplayDelegate: LayerDelegate {
    /// Displays a layer that was asked to; nothing else is done for it then, even if this does nothing.
    func display(_ layer: Layer)
}
