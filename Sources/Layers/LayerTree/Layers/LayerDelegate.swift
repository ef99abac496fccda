public import VectorDrawing

/// An object that chooses the actions of a layer's changes, and lays out and draws the layer.
///
/// All methods have default implementations. A layer keeps only a weak reference to its delegate.
@MainActor
public protocol LayerDelegate: AnyObject {
    /// Chooses the action of a change; called before the layer's own actions are consulted.
    ///
    /// - Parameters:
    ///   - key: the changed property.
    ///   - layer: the layer.
    /// - Returns: the action. The default is ``LayerActionResult/unhandled``: the layer's own actions count.
    func action(for key: ActionKey, layer: Layer) -> LayerActionResult

    /// Positions the sublayers of a layer; see ``Layer/layoutSublayers()``.
    func layoutSublayers(of layer: Layer)

    /// Draws a layer in its own coordinates; see ``Layer/draw(in:)``.
    ///
    /// It is not called when the delegate is a ``LayerDisplayDelegate``.
    func draw(_ layer: Layer, in context: inout PixelContext)

    /// Returns a closure that draws a layer in the background; see ``Layer/drawsAsynchronously``.
    func backgroundDrawing(of layer: Layer) -> BackgroundDrawing?
}

extension LayerDelegate {
    /// The default is ``LayerActionResult/unhandled``: the layer's own actions count.
    public func action(for key: ActionKey, layer: Layer) -> LayerActionResult { .unhandled }

    /// The default leaves the sublayers where they are.
    public func layoutSublayers(of layer: Layer) {}

    /// The default draws nothing.
    public func draw(_ layer: Layer, in context: inout PixelContext) {}

    /// The default is nil: the layer is drawn at once.
    public func backgroundDrawing(of layer: Layer) -> BackgroundDrawing? { nil }
}

/// A delegate that sets the contents of layers to existing images instead of drawing them.
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
