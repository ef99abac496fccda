internal import Concurrency

extension LayerScene {
    /// Whether a new frame may differ from the last one: something has changed or is moving.
    public var needsFrame: Bool {
        guard !hasChanges else { return true }
        let now = clock.now
        if let requestedTime, requestedTime <= now, now != frameTime { return true }
        if hasFadingSublayers { return true }
        return animatedLayers.all.contains { layer in layer.nextAnimationTime(at: now).map { $0 <= now } ?? false }
    }

    /// The time of the ``clock`` at which the next frame is due; nil for not before the next change.
    ///
    /// It is the current time if something has changed or is moving, and later if all animations still wait for their begin
    /// time.
    ///
    /// - Complexity: O(running animations).
    public var nextFrameTime: Double? {
        let now = clock.now
        if hasChanges || hasFadingSublayers { return now }
        let animationTime = animatedLayers.all.lazy.compactMap { $0.nextAnimationTime(at: now) }.min()
        guard let requestedTime else { return animationTime }
        return min(animationTime ?? .infinity, max(requestedTime, now))
    }

    /// Requests a frame at a time of the clock.
    func requestFrame(at time: Double) {
        requestedTime = min(time, requestedTime ?? time)
    }

    /// Makes the frame at the clock's time.
    ///
    /// Work of ``FrameRequests/perform(_:)`` runs first. Animations that were added so far start with the frame, unless an
    /// explicit transaction is open; implicit ones have started with their changes. Layers are laid out and then drawn if they
    /// need it, each at most once.
    ///
    /// - Complexity: O(visible layers); O(running animations) when nothing has changed and nothing moves.
    public func frame() -> RenderTree {
        precondition(!isMakingFrame, "frame() must not be called while a frame is being made")
        if let lastFrame, !needsFrame { return lastFrame }
        requests.accept()
        for work in requests.takeWork() {
            work()
        }
        let now = clock.now
        frameTime = now
        requestedTime = nil
        firstChangeTime = nil
        isMakingFrame = true
        if collectsStatistics {
            statistics = statisticsOfNextFrame
            statisticsOfNextFrame = FrameStatistics()
            statistics.stages.commit = hasChanges ? 1 : 0
        }
        measure(\.animationTime, "animate") { endAnimations(at: now) }
        let isUpToDate = layoutAndFlush()
        measure(\.animationTime, "animate") {
            for layer in animatedLayers.all {
                layer.setNeedsDisplayIfCustomPropertiesChanged()
            }
        }
        let hasPendingDisplays = measure(\.displayTime, "display") { displayLayers() }
        let hasCalledCompletions = measure(\.animationTime, "animate") { Transaction.flush() }
        hasChanges = !isUpToDate || hasCalledCompletions || hasPendingDisplays || layoutRequests > 0
        keepScreenSizes()
        var builder = RenderTreeBuilder(scale: scale)
        let tree = measure(\.buildTime, "build") { builder.build(self, at: now) }
        count(tree, builtBy: builder)
        isMakingFrame = false
        framesMade += 1
        lastFrame = tree
        return tree
    }

    /// Adds the items of a frame to the statistics if these are collected.
    private func count(_ tree: RenderTree, builtBy builder: RenderTreeBuilder) {
        guard collectsStatistics else {
            shownImages = nil
            return
        }
        statistics += builder.statistics(of: tree)
        let former = shownImages ?? lastFrame.map { ShownImages($0) } ?? ShownImages()
        let images = ShownImages(tree)
        statistics.stages.prepare = former.contains(images) ? 0 : 1
        statistics.stages.render = 1
        shownImages = images
    }

    /// Removes ended animations and calls their completions, in the order of adding.
    private func endAnimations(at now: Double) {
        var ended: [RunningAnimation] = []
        for layer in animatedLayers.all {
            layer.endAnimations(at: layer.localTime(at: now), into: &ended)
        }
        for animation in (ended + advanceFadingSublayers(to: now)).sorted(by: { $0.order < $1.order }) {
            animation.notifyEnd()
        }
    }

    /// Lays out and flushes transactions until completions make no more changes.
    ///
    /// - Returns: false if completions still change something after ``completionLimit`` passes; the next frame
    ///   continues.
    private func layoutAndFlush() -> Bool {
        for _ in 0..<Self.completionLimit {
            if layoutRequests > 0 {
                statistics.stages.layout = collectsStatistics ? 1 : 0
                measure(\.layoutTime, "layout") { root.layoutIfNeeded() }
            }
            if measure(\.animationTime, "animate", { !Transaction.flush() }) { return true }
        }
        return false
    }

    /// The maximum number of passes of layout and completions in a frame.
    private static let completionLimit = 8

    /// Draws the layers that need display, including layers whose display is requested during the drawing.
    ///
    /// - Returns: whether a drawn layer needs display again; the next frame displays it.
    private func displayLayers() -> Bool {
        var drawn: Set<ObjectIdentifier> = []
        while true {
            let due = displayQueue.all.filter { $0.isShown && !drawn.contains(ObjectIdentifier($0)) }
            guard !due.isEmpty else { break }
            statistics.stages.display = collectsStatistics ? 1 : 0
            for layer in due {
                displayQueue.remove(layer)
            }
            for layer in due where layer.scene === self {
                drawn.insert(ObjectIdentifier(layer))
                layer.displayIfNeeded()
            }
        }
        return displayQueue.all.contains { drawn.contains(ObjectIdentifier($0)) }
    }

    /// Runs `work` as a stage of a trace, and adds its milliseconds to a statistic if statistics are collected.
    private func measure<Result>(
        _ time: WritableKeyPath<FrameStatistics, Double>, _ stage: StaticString, _ work: () -> Result
    ) -> Result {
        guard collectsStatistics else { return Trace.span(stage, .frames) { work() } }
        let start = ContinuousClock.now
        let result = Trace.span(stage, .frames) { work() }
        statistics[keyPath: time] += (ContinuousClock.now - start) / .milliseconds(1)
        return result
    }
}
