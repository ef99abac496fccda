/// The actions that follow changes of a layer, by what has changed.
public struct LayerActions: Sendable {
    /// What follows changes that have no action of their own here; default ``LayerActionResult/unhandled``.
    public var others: LayerActionResult

    private var results: [ActionKey: LayerActionResult] = [:]

    /// No actions by name, and one for all others.
    public init(others: LayerActionResult = .unhandled) {
        self.others = others
    }

    /// No change is followed by anything: all show at once.
    public static let none = LayerActions(others: .none)

    /// What follows the change of a property.
    public subscript(key: ActionKey) -> LayerActionResult {
        get { results.isEmpty ? others : results[key] ?? others }
        set { results[key] = newValue }
    }
}

/// What layers of one kind have in common; it is asked after a layer's own ``Layer/actions``.
public struct LayerStyle: Sendable {
    /// The actions that follow changes.
    public var actions: LayerActions

    /// A style with actions, by default none.
    public init(actions: LayerActions = LayerActions()) {
        self.actions = actions
    }
}
