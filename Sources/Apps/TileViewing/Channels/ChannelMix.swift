internal import ChannelImages

/// The choice of channels, colors and ranges for an image, as a user changes it step by step.
///
/// Its ``rendering`` is what is drawn. Beyond that, it remembers the colors and ranges of channels that are hidden, the channels
/// that were shown before one was shown alone, and what is known of their values.
struct ChannelMix: Equatable, Sendable {
    /// The ways in which channels become colors.
    enum Mode: Hashable, Sendable, CaseIterable {
        /// The colors of all channels that are on are added.
        case composite
        /// One channel has the colors of a scale.
        case single
    }

    /// A channel of the image.
    struct Channel: Equatable, Sendable {
        /// Whether the channel is on in a composite.
        var isOn: Bool
        /// The color of the full value.
        var color: ChannelColor
        /// The stored values that become 0 and full.
        fileprivate(set) var range: ClosedRange<Double>
        /// The exponent of values from 0 to 1.
        var gamma = 1.0
        /// The range that was set last other than by a drag: the axis of the histogram has all of it.
        fileprivate(set) var setRange: ClosedRange<Double>
        /// The preset that sets the range as soon as the statistics are known; nil for none.
        var awaited: ChannelPreset?
        /// The distribution of the values; nil until it is known.
        var statistics: SampledStatistics?
    }

    /// The description of the image.
    let description: ChannelImageDescription
    /// The rendering that the image has at first.
    let automatic: ChannelRendering
    /// The scales to choose from: that of the file, if there is one, and the standard ones.
    let colormaps: [Colormap]
    /// The channels, in the order of the file.
    private(set) var channels: [Channel]
    /// The way in which channels become colors.
    private(set) var mode = Mode.composite
    /// The channel that is shown with the colors of a scale.
    private(set) var single = 0
    /// The scale of ``single``.
    private(set) var colormap = Colormap.gray
    /// The optical section (z), counted from 0.
    private(set) var section = 0
    /// The time point (t), counted from 0.
    private(set) var time = 0
    /// The channel that is shown alone, and those that were on before; nil if none is.
    private var solo: (channel: Int, others: [Int])?
    /// The channels that were mixed first, in their order; others follow in the order of the file.
    private var order: [Int] = []

    /// Creates the choice that an image has at first.
    ///
    /// - Parameters:
    ///   - description: the description of the image.
    ///   - automatic: the rendering that the image has at first.
    init(_ description: ChannelImageDescription, automatic: ChannelRendering) {
        self.description = description
        self.automatic = automatic
        let stated = description.channels.lazy.compactMap(\.colormap).first { !Colormap.standard.contains($0) }
        colormaps = (stated.map { [$0] } ?? []) + Colormap.standard
        let limit = ChannelImageDescription.channelLimit
        let colors = ChannelRendering.colors(of: Array(description.channels.indices.prefix(limit)), in: description)
        let full = description.fullRange.usable(or: 0...1)
        channels = description.channels.indices.map { index in
            let rule = RangeRule.automatic
            let range = rule.range(of: index, in: description, statistics: nil).usable(or: full)
            return Channel(
                isOn: false, color: index < limit ? colors[index] : .white, range: range, setRange: range,
                awaited: rule.needsStatistics(of: index, in: description) ? .automatic : nil)
        }
        if case .colormap(let layer, _) = automatic.mode, channels.indices.contains(layer.channel) {
            channels[layer.channel].color = layer.color
        }
        adopt(automatic)
    }

    static func == (one: ChannelMix, other: ChannelMix) -> Bool {
        one.description == other.description && one.automatic == other.automatic && one.channels == other.channels
            && one.mode == other.mode && one.single == other.single && one.colormap == other.colormap
            && one.section == other.section && one.time == other.time && one.order == other.order
            && one.solo?.channel == other.solo?.channel && one.solo?.others == other.solo?.others
    }

    // MARK: Rendering

    /// The rendering that is drawn.
    var rendering: ChannelRendering {
        var rendering: ChannelRendering
        switch mode {
        case .composite: rendering = ChannelRendering(.composite(shown.map(layer)))
        case .single: rendering = ChannelRendering(.colormap(layer(single), colormap))
        }
        rendering.section = section
        rendering.time = time
        return rendering
    }

    /// The channels that are shown, in the order in which they are mixed.
    var shown: [Int] {
        guard mode == .composite else { return channels.indices.contains(single) ? [single] : [] }
        let first = order.filter { channels[$0].isOn }
        let known = Set(first)
        return first + channels.indices.filter { channels[$0].isOn && !known.contains($0) }
    }

    /// Whether a channel is shown.
    func isShown(_ channel: Int) -> Bool {
        guard channels.indices.contains(channel) else { return false }
        return mode == .composite ? channels[channel].isOn : channel == single
    }

    /// Whether a channel is shown alone because the user has asked for that.
    func isSolo(_ channel: Int) -> Bool { mode == .composite && solo?.channel == channel }

    private func layer(_ index: Int) -> ChannelRendering.Layer {
        let channel = channels[index]
        var layer = ChannelRendering.Layer(channel: index, range: channel.range, color: channel.color)
        layer.gamma = channel.gamma
        return layer
    }

    /// Takes over a rendering that was made elsewhere, such as that of a saved view.
    ///
    /// Channels that it leaves out keep their colors and ranges. A channel that it has twice counts once. The channel of a
    /// hillshade or a terrain encoding is shown in shades of gray, as layers show it.
    mutating func adopt(_ rendering: ChannelRendering) {
        solo = nil
        setSection(rendering.section)
        setTime(rendering.time)
        switch rendering.mode {
        case .composite(let layers):
            mode = .composite
            let layers = layers.filter { channels.indices.contains($0.channel) }
            for index in channels.indices { channels[index].isOn = false }
            var known: Set<Int> = []
            order = layers.map(\.channel).filter { known.insert($0).inserted }
            for layer in layers {
                channels[layer.channel].isOn = true
                channels[layer.channel].color = layer.color
                adopt(layer.range, gamma: layer.gamma, of: layer.channel)
            }
        case .colormap(let layer, let colormap):
            guard channels.indices.contains(layer.channel) else { break }
            mode = .single
            single = layer.channel
            self.colormap = colormap
            adopt(layer.range, gamma: layer.gamma, of: layer.channel)
        case .hillshade(let channel, _), .terrain(let channel, _):
            guard channels.indices.contains(channel) else { break }
            mode = .single
            single = channel
            colormap = .gray
            adopt(
                description.channels[channel].displayRange ?? description.fullRange, gamma: channels[channel].gamma,
                of: channel)
        }
    }

    private mutating func adopt(_ range: ClosedRange<Double>, gamma: Double, of channel: Int) {
        setRange(range, of: channel)
        if gamma > 0, gamma.isFinite { channels[channel].gamma = gamma }
    }

    // MARK: Channels

    /// Switches a channel on or off; of those that are shown one at a time, it is the one from now on.
    mutating func toggle(_ channel: Int) {
        guard channels.indices.contains(channel) else { return }
        guard mode == .composite else {
            single = channel
            return
        }
        channels[channel].isOn.toggle()
        solo = nil
    }

    /// Shows a channel alone; a second time shows again what was shown before.
    mutating func toggleSolo(_ channel: Int) {
        guard channels.indices.contains(channel) else { return }
        guard mode == .composite else {
            single = channel
            return
        }
        let others = solo?.others ?? channels.indices.filter { channels[$0].isOn }
        let isEnd = solo?.channel == channel
        let wanted = isEnd ? Set(others) : [channel]
        for index in channels.indices { channels[index].isOn = wanted.contains(index) }
        solo = isEnd ? nil : (channel, others)
    }

    /// Changes the way in which channels become colors; the first channel that is shown is the single one.
    mutating func setMode(_ mode: Mode) {
        guard mode != self.mode else { return }
        if mode == .single, let first = shown.first, !isShown(single) { single = first }
        self.mode = mode
        if mode == .composite, shown.isEmpty, channels.indices.contains(single) { channels[single].isOn = true }
    }

    /// Changes the scale of the single channel, which is shown from now on.
    mutating func setColormap(_ colormap: Colormap) {
        setMode(.single)
        self.colormap = colormap
    }

    /// Changes the color of a channel.
    mutating func setColor(_ color: ChannelColor, of channel: Int) {
        if channels.indices.contains(channel) { channels[channel].color = color }
    }

    // MARK: Ranges

    /// Changes the range of a channel.
    ///
    /// - Parameters:
    ///   - range: the stored values that become 0 and full; infinite ones become those of the full range.
    ///   - channel: the channel.
    ///   - isDrag: whether a handle is being dragged, while the axis below it stays; the default is `false`.
    mutating func setRange(_ range: ClosedRange<Double>, of channel: Int, isDrag: Bool = false) {
        guard channels.indices.contains(channel) else { return }
        let usable = range.usable(or: description.fullRange.usable(or: 0...1))
        channels[channel].range = usable
        channels[channel].awaited = nil
        if !isDrag { channels[channel].setRange = usable }
    }

    /// An end of a channel's range.
    func end(of channel: Int, isUpper: Bool) -> Double {
        guard channels.indices.contains(channel) else { return 0 }
        return isUpper ? channels[channel].range.upperBound : channels[channel].range.lowerBound
    }

    /// Takes the distribution of a channel's values, for which a preset may have waited.
    mutating func setStatistics(_ statistics: SampledStatistics, of channel: Int) {
        guard channels.indices.contains(channel) else { return }
        channels[channel].statistics = statistics
        if let awaited = channels[channel].awaited { apply(awaited, to: channel) }
    }

    /// Lets a preset set the range of a channel once its statistics are known.
    mutating func awaitStatistics(for preset: ChannelPreset, of channel: Int) {
        channels[channel].awaited = preset
    }

    // MARK: Gamma, section and time

    /// The exponent of the channels that are shown: that of the first one.
    var gamma: Double { shown.first.map { channels[$0].gamma } ?? channels.first?.gamma ?? 1 }

    /// Changes the exponent of all channels.
    mutating func setGamma(_ gamma: Double) {
        guard ChannelSelection.gammas.contains(gamma) else { return }
        for index in channels.indices { channels[index].gamma = gamma }
    }

    /// Shows another optical section, counted from 0: the nearest one that the image has.
    mutating func setSection(_ section: Int) {
        self.section = max(0, min(section, description.sectionCount - 1))
    }

    /// Shows another time point, counted from 0: the nearest one that the image has.
    mutating func setTime(_ time: Int) {
        self.time = max(0, min(time, description.timeCount - 1))
    }
}

extension ClosedRange<Double> {
    /// The greatest magnitude of an end: the length of every range is finite.
    private static var limit: Double { 1e300 }

    /// Returns the range with finite ends, in ascending order.
    ///
    /// The ends of the full range, which is finite, replace those that are infinite or not numbers.
    func usable(or full: ClosedRange<Double>) -> ClosedRange<Double> {
        func limited(_ value: Double, or other: Double) -> Double {
            Swift.min(Swift.max(value.isFinite ? value : other, -Self.limit), Self.limit)
        }
        let low = limited(lowerBound, or: full.lowerBound)
        let high = limited(upperBound, or: full.upperBound)
        return low <= high ? low...high : full
    }

    /// The least range that has the values of this one and another.
    func hull(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
