extension Layer {
    /// Returns the action for a change.
    ///
    /// The ``delegate``, the ``actions``, the ``style`` and ``defaultAction(for:)`` are consulted in this order. The first
    /// result other than ``LayerActionResult/unhandled`` counts.
    ///
    /// - Returns: the action; ``LayerActionResult/unhandled`` means that the change shows at once.
    public func action(for key: ActionKey) -> LayerActionResult {
        let chosen = chosenAction(for: key)
        return chosen.isHandled ? chosen : Self.defaultAction(for: key)
    }

    /// Returns the action that the delegate, the layer's own actions or its style choose.
    func chosenAction(for key: ActionKey) -> LayerActionResult {
        if let delegate, case let result = delegate.action(for: key, layer: self), result.isHandled { return result }
        if case let result = actions[key], result.isHandled { return result }
        return style.actions[key]
    }

    /// Runs the action of an imminent change of the sublayers.
    ///
    /// - Returns: the action; ``LayerActionResult/none`` if the change shows at once.
    @discardableResult
    func runActionOfSublayers() -> LayerActionResult {
        guard !Transaction.disablesActions, hasBeenShown else { return .none }
        let result = action(for: .sublayers)
        if case .run(let action) = result { action.run(for: .sublayers, on: self, from: properties) }
        return result
    }

    /// Runs the actions of all properties in which the model differs from `previous`.
    func runActions(from previous: LayerProperties) {
        let model = model
        func run(_ key: ActionKey) {
            switch action(for: key) {
            case .run(let action): action.run(for: key, on: self, from: previous)
            // A change that is not animated does not wait for the end of one that is.
            case .unhandled where key.isDiscrete: removeAnimation(forKey: key.name)
            case .unhandled, .none: break
            }
        }
        if model.bounds != previous.bounds { run(.bounds) }
        if model.position != previous.position { run(.position) }
        if model.anchorPoint != previous.anchorPoint { run(.anchorPoint) }
        if model.anchorPointZ != previous.anchorPointZ { run(.anchorPointZ) }
        if model.zPosition != previous.zPosition { run(.zPosition) }
        if model.transform != previous.transform { run(.transform) }
        if model.sublayerTransform != previous.sublayerTransform { run(.sublayerTransform) }
        if model.isHidden != previous.isHidden { run(.isHidden) }
        if model.opacity != previous.opacity { run(.opacity) }
        if model.backgroundColor != previous.backgroundColor { run(.backgroundColor) }
        if model.effectStorage != previous.effectStorage {
            let model = model.effects
            let previous = previous.effects
            if model.cornerRadii != previous.cornerRadii { run(.cornerRadii) }
            if model.borderWidth != previous.borderWidth { run(.borderWidth) }
            if model.borderColor != previous.borderColor { run(.borderColor) }
            if model.shadowOpacity != previous.shadowOpacity { run(.shadowOpacity) }
            if model.shadowColor != previous.shadowColor { run(.shadowColor) }
            if model.shadowOffset != previous.shadowOffset { run(.shadowOffset) }
            if model.shadowRadius != previous.shadowRadius { run(.shadowRadius) }
        }
        if model.contents != previous.contents { run(.contents) }
        if model.contentsRect != previous.contentsRect { run(.contentsRect) }
        if model.contentsCenter != previous.contentsCenter { run(.contentsCenter) }
        let custom = model.customProperties.keys(differingFrom: previous.customProperties)
            .map { ActionKey($0, from: previous, to: model) }
        for key in custom.sorted(by: { $0.name < $1.name }) { run(key) }
    }
}

extension LayerActionResult {
    /// Whether the search for an action ends with this result.
    var isHandled: Bool {
        if case .unhandled = self { false } else { true }
    }
}
