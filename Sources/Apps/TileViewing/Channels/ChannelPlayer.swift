/// Shows time points or sections one after the other.
struct ChannelPlayer: Hashable, Sendable {
    /// The time on the clock at which the next step is due; nil while nothing is played.
    private(set) var dueTime: Double?

    /// The time between two steps, in seconds.
    static let interval = 0.125

    /// Whether steps are made.
    var isPlaying: Bool { dueTime != nil }

    /// Begins; the first step follows after an interval.
    mutating func start(at now: Double) {
        dueTime = now + Self.interval
    }

    /// Ends.
    mutating func stop() {
        dueTime = nil
    }

    /// Whether a step is due.
    func isDue(at now: Double) -> Bool { dueTime.map { now >= $0 } ?? false }

    /// Makes a step; the next one is due after an interval.
    mutating func step(at now: Double) {
        if isPlaying { start(at: now) }
    }

    /// The slider that is played: that of times if there are several, or else that of sections; nil for none.
    static func slider(for mix: ChannelMix) -> ChannelSlider? {
        [.time, .section].first { $0.isUseful(for: mix) }
    }

    /// Goes on to the next value of a slider, and after the last one to the first.
    static func advance(_ slider: ChannelSlider, in mix: inout ChannelMix) {
        guard let index = slider.index(in: mix), let count = slider.count(in: mix), count > 0 else { return }
        slider.setIndex(index + 1 < count ? index + 1 : 0, in: &mix)
    }
}
