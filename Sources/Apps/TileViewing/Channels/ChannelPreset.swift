internal import ChannelImages

/// A rule for the ranges of channels that a click applies.
enum ChannelPreset: Hashable, Sendable, CaseIterable {
    /// The ranges that the image has at first.
    case automatic
    /// The values at 2 and at 98 percent of the samples.
    case percentiles
    /// The ranges that the file states.
    case file
    /// All values of the samples' type.
    case full

    /// The rule for the range of a channel.
    var rule: RangeRule {
        switch self {
        case .automatic: .automatic
        case .percentiles: .percentiles(2, 98)
        case .file: .file
        case .full: .full
        }
    }

    /// The name on the panel.
    var label: String {
        switch self {
        case .automatic: "auto"
        case .percentiles: "2–98 %"
        case .file: "file"
        case .full: "full"
        }
    }
}

extension ChannelMix {
    /// Whether a preset is of use: that of the file is if it states a range.
    func canApply(_ preset: ChannelPreset) -> Bool {
        preset != .file || description.channels.contains { $0.displayRange != nil }
    }

    /// Sets the ranges of the channels that are shown; those that depend on values that are not known yet follow once they are.
    mutating func apply(_ preset: ChannelPreset) {
        guard canApply(preset) else { return }
        for channel in shown { apply(preset, to: channel) }
    }

    /// Sets the range of a channel.
    mutating func apply(_ preset: ChannelPreset, to channel: Int) {
        guard channels.indices.contains(channel) else { return }
        if preset == .automatic, let range = automatic.range(of: channel) { return setRange(range, of: channel) }
        let statistics = channels[channel].statistics
        guard statistics != nil || !preset.rule.needsStatistics(of: channel, in: description) else {
            return awaitStatistics(for: preset, of: channel)
        }
        setRange(preset.rule.range(of: channel, in: description, statistics: statistics), of: channel)
    }
}

extension ChannelRendering {
    /// The range of a channel; nil if the rendering has none for it.
    fileprivate func range(of channel: Int) -> ClosedRange<Double>? {
        switch mode {
        case .composite(let layers): layers.last { $0.channel == channel }?.range
        case .colormap(let layer, _): layer.channel == channel ? layer.range : nil
        case .hillshade, .terrain: nil
        }
    }
}
