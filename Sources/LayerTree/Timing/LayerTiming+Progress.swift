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
    public static let standardDuration = 0.25

    /// Adds up the seconds of local time of all plays.
    ///
    /// - Parameter standard: what a duration of 0 stands for.
    /// - Returns: the sum; infinite if it never ends.
    public func totalDuration(standard: Double = standardDuration) -> Double {
        if repeatDuration > 0 {
            return repeatDuration
        }
        return cycle(standard) * (repeatCount > 0 ? repeatCount : 1)
    }

    /// Where an animation with this timing is.
    ///
    /// - Parameters:
    ///   - outer: the time of its layer, in seconds.
    ///   - standard: what a duration of 0 stands for.
    /// - Returns: the phase, and in it the part of the way.
    public func phase(at outer: Double, standard: Double = standardDuration) -> Phase {
        let total = totalDuration(standard: standard)
        let elapsed = (outer - beginTime) * abs(speed)
        if elapsed < 0 {
            return .before(fillMode.fillsBackwards ? progress(at: 0, of: total, standard) : nil)
        }
        if elapsed >= total {
            return .after(fillMode.fillsForwards ? progress(at: total, of: total, standard) : nil)
        }
        return .active(progress(at: elapsed, of: total, standard))
    }

    /// Seconds of one play, with its way back if there is one.
    private func cycle(_ standard: Double) -> Double {
        (duration > 0 ? duration : standard) * (autoreverses ? 2 : 1)
    }

    /// The part of the way after so many seconds of playing.
    private func progress(at elapsed: Double, of total: Double, _ standard: Double) -> Double {
        let cycle = cycle(standard)
        let place = (speed < 0 ? total - elapsed : elapsed) + timeOffset
        var inCycle = place.truncatingRemainder(dividingBy: cycle)
        // The end of the last play is its end, not the beginning of another one.
        if inCycle == 0, place > 0, timeOffset == 0, place == total {
            inCycle = cycle
        }
        let part = inCycle / (cycle / (autoreverses ? 2 : 1))
        return part > 1 ? 2 - part : part
    }
}
