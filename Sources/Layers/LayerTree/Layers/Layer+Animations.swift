extension Layer {
    /// Lets an animation run; one with the same key is removed.
    ///
    /// The model is not changed: set it to the last value first, or the layer shows its old value again when the
    /// animation has ended. Setting it without actions keeps an implicit animation from running beside this one.
    ///
    /// A layer that leaves its scene loses its animations. It has one ``Transition`` at a time: each has the key
    /// ``Transition/key``, whatever is given.
    ///
    /// - Parameters:
    ///   - animation: what is to happen; a copy is kept. Its begin time is a delay, counted from when it begins.
    ///   - key: the name to find it by.
    ///   - time: the layer's time at which it begins; nil, the default, for when the outermost transaction ends. A layer
    ///     that is in no scene then waits until it is in one.
    ///   - isRemovedOnCompletion: whether it is removed when it has ended; default true.
    ///   - completion: called once, with true when it has ended and false when it was removed before.
    public func addAnimation(
        _ animation: any LayerAnimation, forKey key: String, at time: Double? = nil,
        isRemovedOnCompletion: Bool = true, completion: (@MainActor (_ finished: Bool) -> Void)? = nil
    ) {
        let snapshotAnimation = animation as? any SnapshotAnimation
        var running = RunningAnimation(
            animation, forKey: snapshotAnimation?.key ?? key, start: time,
            former: snapshotAnimation.map { formerSnapshot(for: $0, as: model) })
        running.isRemovedOnCompletion = isRemovedOnCompletion
        running.completion = completion
        add(running)
    }

    /// The keys of all animations, in the order they were added.
    public var animationKeys: [String] { animations.map(\.key) }

    /// The animation that was added with a key: the copy that was kept, equal to what was added.
    public func animation(forKey key: String) -> (any LayerAnimation)? {
        animations.first { $0.key == key }?.animation
    }

    /// Ends an animation at once: the layer shows its model again.
    public func removeAnimation(forKey key: String) {
        guard let index = animations.firstIndex(where: { $0.key == key }) else { return }
        let removed = animations.remove(at: index)
        animationsDidChange()
        removed.notifyCompletion(finished: false)
    }

    /// Ends all animations at once.
    public func removeAllAnimations() {
        guard !animations.isEmpty else { return }
        let removed = animations
        animations = []
        animationsDidChange()
        for animation in removed {
            animation.notifyCompletion(finished: false)
        }
    }
}

extension Layer {
    private func animationsDidChange() {
        scene?.animationsDidChange(of: self)
        setNeedsDisplayIfCustomPropertiesChanged()
    }

    /// Adds an animation in place of one with its key.
    func add(_ running: RunningAnimation) {
        removeAnimation(forKey: running.key)
        var running = running
        running.groups = Transaction.openGroups
        for group in running.groups {
            group.enter()
        }
        animations.append(running)
        scheduleAnimationStart()
        scene?.animationsDidChange(of: self)
    }

    /// Lets animations begin when the outermost transaction ends.
    func scheduleAnimationStart() {
        guard !hasPendingAnimations else { return }
        hasPendingAnimations = true
        Transaction.scheduleAnimationStart(self)
    }

    /// Begins the animations that have waited for the end of the outermost transaction.
    func beginAddedAnimations() {
        hasPendingAnimations = false
        if let scene {
            let now = localTime(at: scene.now)
            for index in animations.indices where animations[index].start == nil {
                animations[index].start = now
            }
            scene.animationsDidChange(of: self)
        } else {
            // Nobody would ever tell a transaction that they have ended.
            for index in animations.indices {
                let groups = animations[index].groups
                animations[index].groups = []
                for group in groups {
                    group.leave()
                }
            }
        }
    }

    /// Takes note of the animations that have run to their end at a moment of the layer's time, and removes them unless
    /// they are to stay.
    ///
    /// - Returns: these animations; they have not been told yet.
    func endAnimations(at time: Double) -> [RunningAnimation] {
        guard animations.contains(where: { $0.ends(at: time) }) else { return [] }
        let ended = animations.filter { $0.ends(at: time) }
        animations.removeAll { $0.isRemovedOnCompletion && $0.ends(at: time) }
        for index in animations.indices where animations[index].ends(at: time) {
            animations[index].isFinished = true
        }
        animationsDidChange()
        return ended
    }
}
