/// What a layer does because one of its properties has changed; every animation can be one.
public protocol LayerAction: Sendable {
    /// Does it.
    ///
    /// - Parameters:
    ///   - key: what has changed.
    ///   - layer: the layer; its model has the new values already.
    ///   - previous: the layer's model before the change.
    @MainActor func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties)
}

/// What one of the places says that are asked for the action of a change.
public enum LayerActionResult: Sendable {
    /// It does not mind; the next place is asked.
    case unhandled
    /// Nothing runs: the change is shown at once.
    case none
    /// This runs.
    case run(any LayerAction)
}
