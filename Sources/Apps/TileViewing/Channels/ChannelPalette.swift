internal import ChannelImages

extension ChannelMix {
    /// The usual colors of channels.
    private static let usualColors = ChannelColor.usual(8) + [.white]

    /// The colors to choose from for a channel: the usual ones, and that of the file or the stain if it is another one.
    func palette(of channel: Int) -> [ChannelColor] {
        let stated = description.channels.indices.contains(channel) ? description.channels[channel].color : nil
        guard let stated, !Self.usualColors.contains(stated) else { return Self.usualColors }
        return Self.usualColors + [stated]
    }

    /// Sets a typed color of a channel; returns the reason why it is not accepted, or nil if it is.
    mutating func setColor(_ text: String, of channel: Int) -> String? {
        guard let color = ChannelColor(hexadecimal: text.trimmed) else {
            return "Type six hexadecimal digits, such as FF8000 for orange."
        }
        setColor(color, of: channel)
        return nil
    }
}
