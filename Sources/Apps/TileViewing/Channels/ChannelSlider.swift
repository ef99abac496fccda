internal import ChannelImages
internal import Glibc
internal import Numbers

/// A value of all channels that a slider of the panel changes.
enum ChannelSlider: Hashable, Sendable, CaseIterable {
    case gamma, section, time

    /// The name on the panel.
    var label: String {
        switch self {
        case .gamma: "gamma"
        case .section: "z"
        case .time: "t"
        }
    }

    /// The exponents at both ends of the slider; others can be typed.
    private static let gammas = 0.2...5.0
    /// The distance from 1 on the slider of exponents, as a part of its length, within which it snaps to 1.
    private static let snapDistance = 0.02

    /// The number of values that can be counted, as sections can; nil for exponents.
    func count(in mix: ChannelMix) -> Int? {
        switch self {
        case .gamma: nil
        case .section: mix.description.sectionCount
        case .time: mix.description.timeCount
        }
    }

    /// Whether there is more than one value.
    func isUseful(for mix: ChannelMix) -> Bool { count(in: mix).map { $0 > 1 } ?? true }

    /// The index of the section or the time point; nil for exponents.
    func index(in mix: ChannelMix) -> Int? {
        switch self {
        case .gamma: nil
        case .section: mix.section
        case .time: mix.time
        }
    }

    /// The position of the slider, from 0 to 1.
    func position(in mix: ChannelMix) -> Double {
        if let count = count(in: mix), let index = index(in: mix) {
            return count > 1 ? Double(index) / Double(count - 1) : 0
        }
        let range = Self.gammas
        return min(max(log(mix.gamma / range.lowerBound) / log(range.upperBound / range.lowerBound), 0), 1)
    }

    /// Moves the slider to a position.
    func setPosition(_ position: Double, in mix: inout ChannelMix) {
        let position = min(max(position, 0), 1)
        if let count = count(in: mix) { return setIndex(Int((position * Double(count - 1)).rounded()), in: &mix) }
        let range = Self.gammas
        let exact = range.lowerBound * pow(range.upperBound / range.lowerBound, position)
        mix.setGamma(abs(position - 0.5) < Self.snapDistance ? 1 : (exact * 100).rounded() / 100)
    }

    /// Shows another section or time point, counted from 0: the nearest one that the image has.
    func setIndex(_ index: Int, in mix: inout ChannelMix) {
        switch self {
        case .gamma: break
        case .section: mix.setSection(index)
        case .time: mix.setTime(index)
        }
    }

    /// The value on the panel: "1.5", or "3 / 40".
    func value(in mix: ChannelMix) -> String {
        guard let count = count(in: mix), let index = index(in: mix) else {
            return NumberText.decimal(mix.gamma, digits: 2, style: .display)
        }
        return "\(index + 1) / \(count)"
    }

    /// The value as text to edit.
    func editableValue(in mix: ChannelMix) -> String {
        index(in: mix).map { "\($0 + 1)" } ?? ChannelText.editable(mix.gamma)
    }

    /// The values that can be typed, as text.
    func typedRange(in mix: ChannelMix) -> String {
        if let count = count(in: mix) { return "1 to \(count)" }
        let range = ChannelSelection.gammas
        return "\(ChannelText.editable(range.lowerBound)) to \(ChannelText.editable(range.upperBound))"
    }

    /// Sets a typed value; returns the reason why it is not accepted, or nil if it is.
    func setText(_ text: String, in mix: inout ChannelMix) -> String? {
        let fault = "Type a number from \(typedRange(in: mix))."
        guard let number = ChannelText.number(text.replacing(",", with: ".")) else { return fault }
        guard let count = count(in: mix) else {
            guard ChannelSelection.gammas.contains(number) else { return fault }
            mix.setGamma(number)
            return nil
        }
        guard let index = Int(exactly: number), (1...max(1, count)).contains(index) else { return fault }
        setIndex(index - 1, in: &mix)
        return nil
    }
}
