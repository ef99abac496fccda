extension Layer {
    /// The layer's own time at a moment of the root's superlayer, that is of the clock.
    ///
    /// Each layer counts from its ``LayerTiming/beginTime`` in its superlayer's time, at its own speed; duration and
    /// repetition mean nothing for layers.
    public func localTime(at clock: Double) -> Double {
        timing.localTime(at: superlayer?.localTime(at: clock) ?? clock)
    }

    /// The moment of the clock at which the layer's own time is `local`; nil while it, or a layer it lies in, stands
    /// still.
    public func clockTime(at local: Double) -> Double? {
        guard let outer = timing.outerTime(at: local) else { return nil }
        guard let superlayer else { return outer }
        return superlayer.clockTime(at: outer)
    }

    /// Converts a moment of this layer's time to that of another one, or of the clock for nil.
    ///
    /// - Parameters:
    ///   - time: seconds of this layer's time.
    ///   - layer: the other layer; nil for the clock.
    /// - Returns: nil while this layer, or one it lies in, stands still: then all moments of the clock are one.
    public func convertTime(_ time: Double, to layer: Layer?) -> Double? {
        guard let clock = clockTime(at: time) else { return nil }
        return layer?.localTime(at: clock) ?? clock
    }

    /// Makes the layer's time, and that of all in it, stand still at a moment of the clock; see ``resume(at:)``.
    public func pause(at clock: Double) {
        let local = localTime(at: clock)
        timing.speed = 0
        timing.timeOffset = local
    }

    /// Lets the layer's time go on from where it stood still, at the usual speed, from a moment of the clock.
    public func resume(at clock: Double) {
        timing.beginTime = superlayer?.localTime(at: clock) ?? clock
        timing.speed = 1
    }
}
