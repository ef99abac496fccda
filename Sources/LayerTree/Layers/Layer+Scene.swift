extension Layer {
    /// Becomes part of a scene, with all that is in it.
    func enter(_ scene: LayerScene) {
        self.scene = scene
        if !animations.isEmpty {
            scene.animationsChanged(of: self)
        }
        for sublayer in sublayers {
            sublayer.enter(scene)
        }
        scene.setNeedsFrame()
    }

    /// Stops being part of its scene, with all that is in it.
    func leaveScene() {
        guard let scene else { return }
        scene.forget(self)
        self.scene = nil
        for sublayer in sublayers {
            sublayer.leaveScene()
        }
    }

    /// When its animations next change what is shown, on the clock: now while one runs, later while it waits for its
    /// beginning, nil for not at all.
    func nextAnimationTime(at clock: Double) -> Double? {
        let local = localTime(at: clock)
        return animations.lazy.compactMap { running -> Double? in
            switch running.animation.timing.phase(at: local - running.start) {
            case .active:
                return self.isTimeRunning ? clock : nil
            case .before:
                let begin = self.clockTime(at: running.start + running.animation.timing.beginTime)
                return begin.map { max($0, clock) }
            case .after:
                return running.isRemovedOnCompletion ? clock : nil
            }
        }.min()
    }

    /// Whether time passes for it: neither it nor a layer it lies in is paused.
    var isTimeRunning: Bool { sequence(first: self, next: \.superlayer).allSatisfy { $0.timing.speed != 0 } }
}
