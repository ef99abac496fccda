extension LayerTiming {
    /// Where an animation is.
    public enum Phase: Hashable, Sendable {
        /// It has not begun; what it shows until then, as a part of the way, or nil for nothing.
        case before(Double?)
        /// It runs; the part of the way, from 0 to 1, before any timing function.
        case active(Double)
        /// It has ended; what it shows from then on, or nil for nothing.
        case after(Double?)

        /// The part of the way that is shown; nil for nothing.
        public var progress: Double? {
            switch self {
            case .before(let progress), .after(let progress): progress
            case .active(let progress): progress
            }
        }
    }

    /// What a duration of 0 stands for unless a transaction says otherwise, in seconds.
    public static let defaultDuration = 0.25

    /// Adds up the seconds of local time of all plays.
    ///
    /// - Parameter defaultDuration: what a duration of 0 stands for.
    /// - Returns: the sum; infinite if it never ends.
    public func totalDuration(defaultDuration: Double = defaultDuration) -> Double {
        if repeatDuration > 0 {
            return repeatDuration
        }
        return cycle(defaultDuration) * (repeatCount > 0 ? repeatCount : 1)
    }

    /// Where an animation with this timing is.
    ///
    /// - Parameters:
    ///   - outer: the time of its layer, in seconds.
    ///   - defaultDuration: what a duration of 0 stands for.
    /// - Returns: the phase, and in it the part of the way.
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

    /// Seconds of one play, with its way back if there is one.
    private func cycle(_ defaultDuration: Double) -> Double {
        (duration > 0 ? duration : defaultDuration) * (autoreverses ? 2 : 1)
    }

    /// The part of the way after so many seconds of playing.
    private func progress(at elapsed: Double, of total: Double, _ defaultDuration: Double) -> Double {
        let cycle = cycle(defaultDuration)
        let position = (speed < 0 ? total - elapsed : elapsed) + timeOffset
        var inCycle = position.truncatingRemainder(dividingBy: cycle)
        // The end of the last play is its end, not the beginning of another one.
        if inCycle == 0, position > 0, timeOffset == 0, position == total {
            inCycle = cycle
        }
        let fraction = inCycle / (cycle / (autoreverses ? 2 : 1))
        return fraction > 1 ? 2 - fraction : fraction
    }
}
