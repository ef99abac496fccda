/// Fades a layer in after its insertion, and out after its removal: the default action of both.
struct OrderFade: LayerAction {
    /// Fades the layer in.
    func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        fadeIn(layer, from: 0, forKey: key)
    }

    /// Fades a layer in from an opacity.
    @MainActor
    func fadeIn(_ layer: Layer, from opacity: Double, forKey key: ActionKey) {
        guard let animation = timed(BasicAnimation(\.opacity, from: opacity)) else { return }
        layer.add(
            RunningAnimation(
                animation, forKey: key.name, start: Transaction.isImplicit ? layer.timeOfChange : nil, former: nil))
    }

    /// The animation of a removed layer's image; nil if the layer disappears at once.
    @MainActor var fadeOut: (any LayerAnimation)? { timed(BasicAnimation(\.opacity, to: 0)) }

    /// Returns an animation with the values of the transaction; nil if these show changes at once.
    @MainActor
    private func timed(_ animation: BasicAnimation<Double>) -> BasicAnimation<Double>? {
        let transaction = Transaction.current
        guard transaction.duration > 0 else { return nil }
        var animation = animation
        animation.timing.duration = transaction.duration
        animation.timing.beginTime = transaction.delay
        animation.timing.fillMode = .backwards
        animation.timingFunction = transaction.timingFunction
        return animation
    }
}

extension Layer {
    /// Runs the action of the layer's insertion into a superlayer.
    ///
    /// - Parameters:
    ///   - parent: the superlayer.
    ///   - listAction: the action of the superlayer's list of sublayers.
    ///   - former: the image of the layer that was fading out in its former place; nil if there was none.
    func runActionOfInsertion(into parent: Layer, after listAction: LayerActionResult, replacing former: FadingImage?) {
        // What is removed and inserted again between two frames stays on the screen.
        if let former, !former.hasBeenShown { return }
        guard !Transaction.disablesActions, parent.hasBeenShown,
            case .run(let action) = orderAction(.onOrderIn, in: parent, after: listAction)
        else { return }
        if let fade = action as? OrderFade {
            fade.fadeIn(self, from: former?.snapshot.opacity ?? 0, forKey: .onOrderIn)
        } else {
            action.run(for: .onOrderIn, on: self, from: properties)
        }
    }

    /// Runs the action of the layer's imminent removal from the scene.
    ///
    /// - Parameters:
    ///   - parent: the superlayer.
    ///   - listAction: the action of the superlayer's list of sublayers.
    /// - Returns: the image that fades out in place of the layer; nil if the layer disappears at once.
    func runActionOfRemoval(from parent: Layer, after listAction: LayerActionResult) -> FadingImage? {
        guard !Transaction.disablesActions, parent.hasBeenShown, hasBeenShown,
            case .run(let action) = orderAction(.onOrderOut, in: parent, after: listAction)
        else { return nil }
        let isFade = action is OrderFade
        guard isFade || action is any LayerAnimation && !(action is any SnapshotAnimation) else {
            action.run(for: .onOrderOut, on: self, from: properties)
            return nil
        }
        guard let animation = (action as? OrderFade)?.fadeOut ?? (action as? any LayerAnimation),
            isShown, !presented.isInvisible
        else { return nil }
        return FadingImage(of: self, by: animation)
    }

    /// Returns the action of entering or leaving a superlayer, of whose list the action is known.
    ///
    /// A transition of the superlayer that is about to start shows the change, and so replaces the default action.
    private func orderAction(
        _ key: ActionKey, in parent: Layer, after listAction: LayerActionResult
    ) -> LayerActionResult {
        let chosen = chosenAction(for: key)
        guard !chosen.isHandled else { return chosen }
        guard case .unhandled = listAction, totalSpeed > 0, !parent.hasWaitingTransition else { return .none }
        return Self.defaultAction(for: key)
    }

    /// Whether a transition waits for the end of the outermost transaction.
    private var hasWaitingTransition: Bool {
        animations.contains { $0.start == nil && $0.key == Transition.key }
    }
}
