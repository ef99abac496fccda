extension Layer {
    /// Adds an animation and removes one with the same key.
    ///
    /// The model does not change. Set the model to the final value first; otherwise the layer jumps back when the animation
    /// ends. Set it without actions; otherwise an implicit animation runs at the same time.
    ///
    /// A layer that leaves its scene loses its animations. It has one ``Transition`` at a time, always under the key
    /// ``Transition/key``.
    ///
    /// - Parameters:
    ///   - animation: the animation; a copy is kept. Its begin time is a delay from its start.
    ///   - key: the key for ``animation(forKey:)`` and ``removeAnimation(forKey:)``.
    ///   - time: the layer's time of the start; nil, the default, for the end of the outermost transaction. If the layer is in
    ///     no scene at that time, the animation starts when the layer enters a scene.
    ///   - isRemovedOnCompletion: whether the animation is removed when it has ended; the default is true.
    ///   - completion: called once: with true after the animation has ended, with false if it was removed before its end.
    public func addAnimation(
        _ animation: any LayerAnimation, forKey key: String, at time: Double? = nil,
        isRemovedOnCompletion: Bool = true, completion: (@MainActor (_ finished: Bool) -> Void)? = nil
    ) {
        let snapshotAnimation = animation as? any SnapshotAnimation
        let running = RunningAnimation(
            animation, forKey: snapshotAnimation?.key ?? key, start: time,
            former: snapshotAnimation.map { formerSnapshot(for: $0, as: model) })
        running.isRemovedOnCompletion = isRemovedOnCompletion
        running.completion = completion
        add(running)
    }

    /// The keys of all animations, in the order of adding.
    public var animationKeys: [String] { animations.map(\.key) }

    /// Returns the layer's copy of the animation with a key.
    public func animation(forKey key: String) -> (any LayerAnimation)? {
        index(ofAnimation: key).map { animations[$0].animation }
    }

    /// Removes an animation: the layer shows its model again at once.
    public func removeAnimation(forKey key: String) {
        guard let index = index(ofAnimation: key) else { return }
        let removed = animations.remove(at: index)
        animationsDidChange()
        removed.notifyRemoval()
    }

    /// Removes all animations at once.
    public func removeAllAnimations() {
        guard !animations.isEmpty else { return }
        let removed = animations
        animations = []
        animationsDidChange()
        for animation in removed {
            animation.notifyRemoval()
        }
    }

    /// Returns the index of the animation with a key; nil if there is none.
    private func index(ofAnimation key: String) -> Int? {
        // It is called for each change: a closure would check whether it is called on the main thread.
        for (index, running) in animations.enumerated() where running.key == key { return index }
        return nil
    }

    private func animationsDidChange() {
        scene?.animationsDidChange(of: self)
        setNeedsDisplayIfCustomPropertiesChanged()
    }

    /// Adds an animation and replaces one with the same key.
    func add(_ running: RunningAnimation) {
        var replaced = index(ofAnimation: running.key)
        if let index = replaced, animations[index].isAwaited {
            removeAnimation(forKey: running.key)
            replaced = nil
        }
        running.groups = Transaction.openGroups
        for group in running.groups {
            group.enter()
        }
        // The layer stays in the scene's set of animated layers.
        animations.append(running, replacing: replaced)
        let scene = scene
        if running.start == nil || scene == nil { scheduleAnimationStart() }
        scene?.animationsDidChange(of: self)
    }

    /// Has the layer's new animations start when the outermost transaction ends.
    func scheduleAnimationStart() {
        guard !hasPendingAnimations else { return }
        hasPendingAnimations = true
        Transaction.scheduleAnimationStart(self)
    }

    /// Starts the animations that wait for the end of the outermost transaction.
    func beginAddedAnimations() {
        hasPendingAnimations = false
        if let scene {
            let now = localTime(at: scene.now)
            for running in animations where running.start == nil {
                running.start = now
            }
            presentationCache?.time = nil
            scene.animationsDidChange(of: self)
        } else {
            // Outside a scene no frame would ever end them, so no transaction may wait for them.
            for running in animations {
                let groups = running.groups
                running.groups = []
                for group in groups {
                    group.leave()
                }
            }
        }
    }

    /// Ends the animations that are over at a time of the layer, and removes those with removal on completion.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - ended: the ended animations are added; their completions have not been called yet.
    func endAnimations(at time: Double, into ended: inout [RunningAnimation]) {
        let first = ended.count
        for running in animations where running.ends(at: time) {
            running.isFinished = true
            ended.append(running)
        }
        let own = ended[first...]
        guard !own.isEmpty else { return }
        animations.removeAll { running in running.isRemovedOnCompletion && own.contains { $0 === running } }
        animationsDidChange()
    }
}

extension [RunningAnimation] {
    /// Appends an animation and removes the one that it replaces.
    fileprivate mutating func append(_ running: RunningAnimation, replacing index: Int?) {
        if let index { remove(at: index) }
        append(running)
    }
}
