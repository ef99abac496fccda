/// What a layer leaves to someone else: choosing the actions that follow its changes, laying out and drawing.
///
/// All methods have default implementations that leave the layer as it is. A layer does not keep its delegate alive.
@MainActor
public protocol LayerDelegate: AnyObject {
    /// Chooses what follows the change of a property; it is asked before the layer itself.
    ///
    /// - Parameters:
    ///   - key: what has changed.
    ///   - layer: the layer.
    /// - Returns: by default ``LayerActionResult/unhandled``: the layer's own actions count.
    func action(for key: ActionKey, layer: Layer) -> LayerActionResult

    /// Places the sublayers of a layer; see ``Layer/layoutSublayers()``.
    func layoutSublayers(of layer: Layer)

    /// Draws a layer in its own coordinates; see ``Layer/draw(in:)``.
    ///
    /// It is not called when the delegate is a ``LayerDisplayDelegate``.
    func draw(_ layer: Layer, in context: inout PixelContext)
}

extension LayerDelegate {
    /// Leaves the choice to the layer.
    public func action(for key: ActionKey, layer: Layer) -> LayerActionResult { .unhandled }

    /// Leaves the sublayers where they are.
    public func layoutSublayers(of layer: Layer) {}

    /// Draws nothing.
    public func draw(_ layer: Layer, in context: inout PixelContext) {}
}
