internal import ImageMetadata

extension ChannelImageDescription {
    /// Leaves out channels at the end, or adds channels of which nothing is known.
    ///
    /// - Parameter count: the number of channels, 1 to ``channelLimit``.
    mutating func setChannelCount(_ count: Int) {
        let missing = [ChannelDescription](repeating: ChannelDescription(), count: max(0, count - channels.count))
        channels = channels.prefix(count) + missing
    }

    /// Sets the colors of channels that state one, if they tell channels apart.
    ///
    /// White, the default of schemas, is often written for all channels, and says nothing then. The one of alpha does not count.
    ///
    /// - Parameter colors: the color of each channel; nil where none is stated.
    mutating func setColors(_ colors: [ChannelColor?]) {
        guard channels.count == 1 ? colors.first != .white : colors.contains(where: { $0 != colors[0] }) else { return }
        for (index, color) in zip(channels.indices, colors) where color != nil { channels[index].color = color }
    }
}
