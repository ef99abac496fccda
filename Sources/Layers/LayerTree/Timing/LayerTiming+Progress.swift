extension LayerTiming {
    /// The phase of an animation.
    public enum Phase: Hashable, Sendable {
        /// Before the start; with the shown progress, or nil for none.
        case before(Double?)
        /// Active; with the progress from 0 to 1, before any timing function.
        case active(Double)
        /// After the end; with the shown progress, or nil for none.
        case after(Double?)

        /// The shown progress; nil for none.
        public var progress: Double? {
            switch self {
            case .before(let progress), .after(let progress): progress
            case .active(let progress): progress
            }
        }
    }

    /// The duration that replaces a duration of 0 unless a transaction sets another: 0.25 seconds.
    public static let defaultDuration = 0.25

    /// Returns the total duration of all repetitions in seconds of local time.
    ///
    /// - Parameter defaultDuration: the duration that replaces a duration of 0, in seconds.
    /// - Returns: the total; infinite if the animation never ends.
    public func totalDuration(defaultDuration: Double = defaultDuration) -> Double {
        if repeatDuration > 0 {
            return repeatDuration
        }
        return cycle(defaultDuration) * (repeatCount > 0 ? repeatCount : 1)
    }

    /// Returns the phase of an animation with this timing.
    ///
    /// - Parameters:
    ///   - outer: the time of the animation's layer in seconds.
    ///   - defaultDuration: the duration that replaces a duration of 0, in seconds.
    /// - Returns: the phase with its progress.
    public func phase(at outer: Double, defaultDuration: Double = defaultDuration) -> Phase {
        let total = totalDuration(defaultDuration: defaultDuration)
        let elapsed = (outer - beginTime) * abs(speed)
        if elapsed < 0 {
            return .before(fillMode.fillsBackwards ? progress(at: 0, of: total, defaultDuration) : nil)
        }
        if elapsed >= total {
            return .after(fillMode.fillsForwards ? progress(at: total, of: total, defaultDuration) : nil)
        }
        return .active(progress(at: elapsed, of: total, defaultDuration))
    }

    /// Returns the progress and the number of completed repetitions of an animation with this timing.
    ///
    /// - Parameters:
    ///   - outer: the time of the animation's layer in seconds.
    ///   - defaultDuration: the duration that replaces a duration of 0, in seconds.
    /// - Returns: the position; nil if the animation shows nothing at that time.
    func position(at outer: Double, defaultDuration: Double) -> PlaybackPosition? {
        let total = totalDuration(defaultDuration: defaultDuration)
        let elapsed = (outer - beginTime) * abs(speed)
        if elapsed < 0, !fillMode.fillsBackwards { return nil }
        if elapsed >= total, !fillMode.fillsForwards { return nil }
        return position(after: min(max(elapsed, 0), total), of: total, defaultDuration)
    }

    /// Seconds of one repetition, including the reverse half of an autoreversing one.
    private func cycle(_ defaultDuration: Double) -> Double {
        (duration > 0 ? duration : defaultDuration) * (autoreverses ? 2 : 1)
    }

    /// The progress after a time of playing.
    private func progress(at elapsed: Double, of total: Double, _ defaultDuration: Double) -> Double {
        position(after: elapsed, of: total, defaultDuration).progress
    }

    /// The position after a time of playing.
    private func position(after elapsed: Double, of total: Double, _ defaultDuration: Double) -> PlaybackPosition {
        let cycle = cycle(defaultDuration)
        var elapsed = elapsed
        var end = total
        if speed < 0 {
            if total == .infinity {
                // There is no last repetition to begin with, so each one is played from its own end.
                elapsed = elapsed.truncatingRemainder(dividingBy: cycle)
                end = cycle
            }
            elapsed = end - elapsed
        }
        let position = elapsed + timeOffset
        var inCycle = position.truncatingRemainder(dividingBy: cycle)
        // The end of the last repetition shows its last value, not the first one of another repetition.
        if inCycle == 0, position > 0, timeOffset == 0, position == end {
            inCycle = cycle
        }
        let fraction = inCycle / (cycle / (autoreverses ? 2 : 1))
        return PlaybackPosition(
            progress: fraction > 1 ? 2 - fraction : fraction,
            repetitions: ((position - inCycle) / cycle).rounded(), lastProgress: autoreverses ? 0 : 1)
    }
}
