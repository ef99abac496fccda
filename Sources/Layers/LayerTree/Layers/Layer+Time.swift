extension Layer {
    /// Returns the layer's local time at a time of the clock.
    ///
    /// Each layer's time runs from its ``LayerTiming/beginTime`` in its superlayer's time, at its own speed. Durations
    /// and repeat counts do not apply to layers.
    public func localTime(at clock: Double) -> Double {
        timing.localTime(at: superlayer?.localTime(at: clock) ?? clock)
    }

    /// Returns the time of the clock at a local time; nil while the layer or a superlayer is paused.
    public func clockTime(at local: Double) -> Double? {
        guard let outer = timing.outerTime(at: local) else { return nil }
        guard let superlayer else { return outer }
        return superlayer.clockTime(at: outer)
    }

    /// Converts a local time to the time of another layer.
    ///
    /// - Parameters:
    ///   - time: seconds of this layer's time.
    ///   - layer: the other layer; nil for the clock.
    /// - Returns: the time; nil while this layer or a superlayer is paused.
    public func convertTime(_ time: Double, to layer: Layer?) -> Double? {
        guard let clock = clockTime(at: time) else { return nil }
        return layer?.localTime(at: clock) ?? clock
    }

    /// Pauses the time of the layer and its subtree at a time of the clock; see ``resume(at:)``.
    public func pause(at clock: Double) {
        let local = localTime(at: clock)
        timing.speed = 0
        timing.timeOffset = local
    }

    /// Resumes the layer's time at a time of the clock, from the paused time and at normal speed.
    public func resume(at clock: Double) {
        timing.beginTime = superlayer?.localTime(at: clock) ?? clock
        timing.speed = 1
    }
}
