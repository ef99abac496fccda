/// An action of a layer in response to a change of one of its properties; every animation is an action.
public protocol LayerAction: Sendable {
    /// Runs the action.
    ///
    /// - Parameters:
    ///   - key: the changed property.
    ///   - layer: the layer; its model already has the new values.
    ///   - previous: the layer's model before the change.
    @MainActor func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties)
}

/// The result of a source of actions, such as the delegate.
public enum LayerActionResult: Sendable {
    /// No decision: the next source is consulted.
    case unhandled
    /// No action: the change shows at once.
    case none
    /// Runs an action.
    case run(any LayerAction)
}

/// The actions of a layer's changes, by property.
public struct LayerActions: Sendable {
    /// The result for keys without an entry; the default is ``LayerActionResult/unhandled``.
    public var others: LayerActionResult

    private var results: [ActionKey: LayerActionResult] = [:]

    /// Creates an empty set of actions with one result for all keys.
    public init(others: LayerActionResult = .unhandled) {
        self.others = others
    }

    /// No actions: every change shows at once.
    public static let none = LayerActions(others: .none)

    /// The result for a key.
    public subscript(key: ActionKey) -> LayerActionResult {
        get { results.isEmpty ? others : results[key] ?? others }
        set { results[key] = newValue }
    }
}

/// Settings shared by layers of one kind; they are consulted after a layer's own ``Layer/actions``.
public struct LayerStyle: Sendable {
    /// The shared actions.
    public var actions: LayerActions

    /// Creates a style; by default without actions.
    public init(actions: LayerActions = LayerActions()) {
        self.actions = actions
    }
}
