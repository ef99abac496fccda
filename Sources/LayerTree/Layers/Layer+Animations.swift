extension Layer {
    /// An animation as it was added: a copy, and when it began.
    struct RunningAnimation {
        var key: String
        var animation: any LayerAnimation
        var start: Double
        var isRemovedOnCompletion: Bool
        var completion: (@MainActor (_ finished: Bool) -> Void)?
    }

    /// Lets an animation run; one with the same key is removed.
    ///
    /// The model is not changed: set it to the last value first, or the layer shows its old value again when the animation
    /// has ended.
    ///
    /// - Parameters:
    ///   - animation: what is to happen; a copy is kept.
    ///   - key: the name to find it by.
    ///   - time: the layer's time now, from which the animation counts.
    ///   - isRemovedOnCompletion: whether it is removed when it has ended; default true.
    ///   - completion: called once, with true when it has ended and false when it was removed before.
    public func addAnimation(
        _ animation: any LayerAnimation, forKey key: String, at time: Double, isRemovedOnCompletion: Bool = true,
        completion: (@MainActor (_ finished: Bool) -> Void)? = nil
    ) {
        removeAnimation(forKey: key)
        animations.append(
            RunningAnimation(
                key: key, animation: animation, start: time, isRemovedOnCompletion: isRemovedOnCompletion,
                completion: completion))
    }

    /// The keys of all animations, in the order they were added.
    public var animationKeys: [String] { animations.map(\.key) }

    /// The animation that was added with a key.
    public func animation(forKey key: String) -> (any LayerAnimation)? {
        animations.first { $0.key == key }?.animation
    }

    /// Ends an animation at once: the layer shows its model again.
    public func removeAnimation(forKey key: String) {
        guard let place = animations.firstIndex(where: { $0.key == key }) else { return }
        let removed = animations.remove(at: place)
        removed.completion?(false)
    }

    /// Ends all animations at once.
    public func removeAllAnimations() {
        let removed = animations
        animations = []
        for animation in removed {
            animation.completion?(false)
        }
    }

    /// What the layer shows at a moment of its time: the model, changed by all animations in the order they were added.
    ///
    /// - Complexity: O(animations of the layer).
    public func presentation(at time: Double) -> LayerProperties {
        animations.reduce(into: properties) { shown, running in
            running.animation.apply(
                to: &shown, at: time - running.start, standardDuration: LayerTiming.standardDuration)
        }
    }

    /// Removes the animations that have ended at a moment and tells them so; for this layer and all in it.
    public func finishAnimations(at time: Double) {
        finishOwnAnimations(at: time)
        for sublayer in sublayers {
            sublayer.finishAnimations(at: time)
        }
    }

    /// Removes its own animations that have ended at a moment and tells them so.
    func finishOwnAnimations(at time: Double) {
        let ended = animations.filter { $0.isRemovedOnCompletion && $0.animation.hasEnded(at: time - $0.start) }
        guard !ended.isEmpty else { return }
        animations.removeAll { running in ended.contains { $0.key == running.key } }
        for animation in ended {
            animation.completion?(true)
        }
    }
}
