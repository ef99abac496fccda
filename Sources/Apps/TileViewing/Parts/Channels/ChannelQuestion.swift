internal import ChannelImages

/// A value of the channel panel that the user types.
struct ChannelQuestion: Hashable, Sendable {
    /// The title of the line to type into.
    let title: String
    /// The present value.
    let text: String
    /// The texts that are accepted.
    let hint: String
    private let value: ChannelPanelLayout.Target

    /// Creates the question for a value; nil for parts of the panel that are not typed.
    init?(_ value: ChannelPanelLayout.Target, in mix: ChannelMix) {
        self.value = value
        switch value {
        case .value(let slider):
            title = slider.title
            text = slider.editableValue(in: mix)
            hint = slider.typedRange(in: mix)
        case .otherColor(let channel):
            guard mix.channels.indices.contains(channel) else { return nil }
            title = "Color of \(ChannelText.plainName(of: channel, in: mix.description))"
            text = mix.channels[channel].color.hexadecimal
            hint = "six hexadecimal digits: red, green and blue"
        case .end(let channel, let isUpper):
            let name = ChannelText.plainName(of: channel, in: mix.description)
            title = isUpper ? "\(name): full color" : "\(name): black"
            text = ChannelText.editable(mix.end(of: channel, isUpper: isUpper))
            hint = "A number, both ends as 100,4000, or percentiles as p2,p98."
        default: return nil
        }
    }

    /// Sets the value to a typed text; returns the reason why it is not accepted, or nil if it is.
    func set(_ text: String, in mix: inout ChannelMix) -> String? {
        switch value {
        case .value(let slider): slider.setText(text, in: &mix)
        case .otherColor(let channel): mix.setColor(text, of: channel)
        case .end(let channel, let isUpper): mix.setRange(text, of: channel, isUpper: isUpper)
        default: nil
        }
    }
}

extension ChannelSlider {
    /// The name where there is no panel around it.
    fileprivate var title: String {
        switch self {
        case .gamma: "Gamma"
        case .section: "Section"
        case .time: "Time point"
        }
    }
}
