extension Layer {
    /// Becomes part of a scene, with all that is in it.
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
        didChangeScene()
        for sublayer in sublayers {
            sublayer.enter(scene)
        }
        scene.setNeedsFrame()
    }

    /// Stops being part of its scene, with all that is in it; their animations end.
    func leaveScene() {
        var ended: [RunningAnimation] = []
        leaveScene(ending: &ended)
        // Whoever is told may change the tree, so all has to be done before.
        for animation in ended {
            animation.notifyCompletion(finished: false)
        }
    }

    private func leaveScene(ending ended: inout [RunningAnimation]) {
        guard let scene else { return }
        scene.forget(self)
        self.scene = nil
        ended += animations
        animations = []
        didChangeScene()
        for sublayer in sublayers {
            sublayer.leaveScene(ending: &ended)
        }
    }

    /// When its animations next change what is shown, on the clock: now while one runs, later while it waits for its
    /// beginning, nil for not at all.
    func nextAnimationTime(at clock: Double) -> Double? {
        let local = localTime(at: clock)
        let speed = totalSpeed
        return animations.lazy.compactMap { running -> Double? in
            // What has not begun waits for the end of a transaction, which asks for a frame itself.
            guard let start = running.start, let phase = running.phase(at: local) else { return nil }
            let timing = running.animation.timing
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

    /// Whether an animation was running in the last frame.
    private func wasActive(_ running: RunningAnimation) -> Bool {
        guard let time = scene?.frameTime, case .active = running.phase(at: localTime(at: time)) else { return false }
        return true
    }

    /// Seconds of the layer's own time for each second of the clock; 0 while it, or a layer it lies in, stands still.
    private var totalSpeed: Double {
        sequence(first: self, next: \.superlayer).reduce(1) { $0 * $1.timing.speed }
    }

    /// Whether it may be seen: neither it nor a layer it lies in is hidden, unless an animation shows it.
    var isShown: Bool {
        sequence(first: self, next: \.superlayer).allSatisfy { !$0.properties.isInvisible || !$0.animations.isEmpty }
    }
}
