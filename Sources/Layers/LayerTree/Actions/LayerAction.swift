/// Something that a layer does when one of its properties changes; every animation is an action.
public protocol LayerAction: Sendable {
    /// Runs the action.
    ///
    /// - Parameters:
    ///   - key: the changed property.
    ///   - layer: the layer; its model already has the new values.
    ///   - previous: the layer's model before the change.
    @MainActor func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties)
}

/// The result of asking one of the possible sources of an action.
public enum LayerActionResult: Sendable {
    /// No decision: the next source is asked.
    case unhandled
    /// No action: the change shows at once.
    case none
    /// Runs an action.
    case run(any LayerAction)
}
