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
        let picture = animation as? any PictureAnimation
        var running = RunningAnimation(
            animation, forKey: picture?.key ?? key, start: time,
            former: picture.map { formerPicture(for: $0, as: model) })
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
        guard let place = animations.firstIndex(where: { $0.key == key }) else { return }
        let removed = animations.remove(at: place)
        animationsChanged()
        removed.tellEnd(finished: false)
    }

    /// Ends all animations at once.
    public func removeAllAnimations() {
        guard !animations.isEmpty else { return }
        let removed = animations
        animations = []
        animationsChanged()
        for animation in removed {
            animation.tellEnd(finished: false)
        }
    }
}

extension Layer {
    private func animationsChanged() {
        scene?.animationsChanged(of: self)
        displayAppProperties()
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
        beginAnimationsLater()
        scene?.animationsChanged(of: self)
    }

    /// Lets animations begin when the outermost transaction ends.
    func beginAnimationsLater() {
        guard !hasAnimationsToBegin else { return }
        hasAnimationsToBegin = true
        Transaction.beginLater(self)
    }

    /// Begins the animations that have waited for the end of the outermost transaction.
    func beginAddedAnimations() {
        hasAnimationsToBegin = false
        if let scene {
            let now = localTime(at: scene.now)
            for place in animations.indices where animations[place].start == nil {
                animations[place].start = now
            }
            scene.animationsChanged(of: self)
        } else {
            // Nobody would ever tell a transaction that they have ended.
            for place in animations.indices {
                let groups = animations[place].groups
                animations[place].groups = []
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
        for place in animations.indices where animations[place].ends(at: time) {
            animations[place].isOver = true
        }
        animationsChanged()
        return ended
    }
}
