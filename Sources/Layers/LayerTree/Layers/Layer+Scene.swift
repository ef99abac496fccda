extension Layer {
    /// Enters a scene, with all sublayers.
    func enter(_ scene: LayerScene) {
        self.scene = scene
        framesMadeBeforeEntering = scene.framesMade
        if !animations.isEmpty {
            scene.animationsDidChange(of: self)
            scheduleAnimationStart()
        }
        if needsLayout {
            scene.needsLayoutDidChange(of: self)
        }
        if needsDisplay {
            scene.displayRequested(by: self)
        }
        if keepsScreenSize {
            scene.screenSizeLayers.insert(self)
        }
        didChangeScene()
        for sublayer in sublayers {
            sublayer.enter(scene)
        }
        maskLayer?.enter(scene)
        scene.setNeedsFrame()
    }

    /// Calls ``didChangeScale()`` of the layer and of all layers in its subtree.
    func sceneScaleDidChange() {
        didChangeScale()
        for sublayer in sublayers {
            sublayer.sceneScaleDidChange()
        }
        maskLayer?.sceneScaleDidChange()
    }

    /// Leaves the scene, with all sublayers; their animations end.
    func leaveScene() {
        var ended: [RunningAnimation] = []
        leaveScene(ending: &ended)
        // Completions may change the tree, so they are called when everything else is done.
        for animation in ended {
            animation.notifyRemoval()
        }
    }

    private func leaveScene(ending ended: inout [RunningAnimation]) {
        guard let scene else { return }
        scene.forget(self)
        self.scene = nil
        ended += animations
        animations = []
        if let fading = fadingSublayers.take() { ended += fading.animations }
        didChangeScene()
        for sublayer in sublayers {
            sublayer.leaveScene(ending: &ended)
        }
        maskLayer?.leaveScene(ending: &ended)
    }

    /// Returns the clock time at which the layer's animations next change the frame; nil if none will.
    ///
    /// It is the current time while an animation is active, and later while one waits for its begin time.
    func nextAnimationTime(at clock: Double) -> Double? {
        let local = localTime(at: clock)
        let speed = totalSpeed
        return animations.lazy.compactMap { running -> Double? in
            // An animation without a start waits for the end of a transaction, which requests a frame itself.
            guard let start = running.start, let phase = running.phase(at: local) else { return nil }
            let timing = running.timing
            let begin = start + timing.beginTime
            switch phase {
            case .active:
                return speed != 0 && timing.speed != 0 ? clock : nil
            case .after where !running.isFinished:
                return clock
            case _ where self.wasActive(running):
                return clock
            case .before:
                return speed > 0 ? self.clockTime(at: begin).map { max($0, clock) } : nil
            case .after:
                let end = begin + timing.totalDuration(defaultDuration: running.defaultDuration) / abs(timing.speed)
                return speed < 0 ? self.clockTime(at: end).map { max($0, clock) } : nil
            }
        }.min()
    }

    /// Whether an animation was active in the last frame.
    private func wasActive(_ running: RunningAnimation) -> Bool {
        guard let time = scene?.frameTime, case .active = running.phase(at: localTime(at: time)) else { return false }
        return true
    }

    /// The layer's seconds for each second of the clock; 0 while it or a superlayer is paused.
    package var totalSpeed: Double {
        sequence(first: self, next: \.superlayer).reduce(1) { $0 * $1.timing.speed }
    }

    /// Whether the layer may be visible: neither the layer nor a superlayer is invisible without running animations.
    var isShown: Bool {
        sequence(first: self, next: \.superlayer).allSatisfy { !$0.properties.isInvisible || !$0.animations.isEmpty }
    }
}
