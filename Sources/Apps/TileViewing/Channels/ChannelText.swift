internal import ChannelImages
internal import Glibc
internal import Numbers

/// Names and numbers of channels, as the panel shows them and as users type them.
enum ChannelText {
    /// The most Unicode scalars of a name that are shown.
    static let nameLimit = 120

    /// The name of a channel with its wavelength, if the file states one: "DAPI · 461 nm".
    static func name(of channel: Int, in description: ChannelImageDescription) -> String {
        let name = plainName(of: channel, in: description)
        guard description.channels.indices.contains(channel), let wavelength = description.channels[channel].wavelength,
            wavelength > 0, wavelength < 1e6
        else { return name }
        return "\(name) · \(NumberText.decimal(wavelength, digits: 1, style: .display)) nm"
    }

    /// The name of a channel, or its number counted from 1, without control characters and of limited length.
    static func plainName(of channel: Int, in description: ChannelImageDescription) -> String {
        let scalars = description.name(ofChannel: channel).unicodeScalars
        let start = scalars.prefix(nameLimit)
        let name = VisibleText.escaped(String(Substring(start)))
        return start.endIndex < scalars.endIndex ? name + "…" : name
    }

    /// A value in a field: with as many digits after the point as tell it apart on an axis, or as a power of ten.
    static func value(_ value: Double, on axis: ChannelAxis) -> String {
        let magnitude = value.magnitude
        let least = pow(10, -Double(axis.digits))
        guard magnitude < 1e7, value == 0 || magnitude >= least / 2 else { return scientific(value) }
        return NumberText.decimal(value, digits: axis.digits, style: .display)
    }

    /// A number of four digits and a power of ten: "1.845e19".
    private static func scientific(_ value: Double) -> String {
        guard value.isFinite, value != 0 else { return "\(value)" }
        var exponent = log10(value.magnitude).rounded(.down)
        var mantissa = value / pow(10, exponent)
        guard mantissa.isFinite else { return "\(value)" }
        // A mantissa that is rounded up to ten belongs to the next power.
        if (mantissa.magnitude * 1000).rounded() >= 10_000 {
            mantissa /= 10
            exponent += 1
        }
        return "\(NumberText.decimal(mantissa, digits: 3, style: .display))e\(Int(exponent))"
    }

    /// A value as text to edit, which is read as the same number.
    static func editable(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Reads a decimal number, such as "12.5", "−3" or "1e5"; nil for any other text.
    static func number(_ text: String) -> Double? {
        let plain = text.replacing("−", with: "-").trimmed
        // Numbers of code, such as 0x10 and nan, are not values.
        guard plain.utf8.count < 64, plain.allSatisfy("0123456789.+-eE".contains), let number = Double(plain),
            number.isFinite
        else { return nil }
        return number
    }
}

extension ChannelMix {
    /// Reads what was typed for an end of a channel's range: a number, or both ends as a rule.
    ///
    /// A number beyond the other end takes that with it.
    ///
    /// - Parameters:
    ///   - text: the text, such as "400", "100,4000", "p2,p98", "auto" or "full".
    ///   - channel: the channel.
    ///   - isUpper: whether the number is the upper end.
    /// - Returns: the reason why it is not accepted; nil if it is.
    mutating func setRange(_ text: String, of channel: Int, isUpper: Bool) -> String? {
        guard channels.indices.contains(channel) else { return nil }
        if let number = ChannelText.number(text) {
            let range = channels[channel].range
            setRange(
                isUpper ? min(range.lowerBound, number)...number : number...max(range.upperBound, number), of: channel)
            return nil
        }
        switch RangeRule(text) {
        case .values(let low, let high): setRange(low...max(low, high), of: channel)
        case .percentiles(let low, let high):
            guard let statistics = channels[channel].statistics, let first = statistics.percentile(low),
                let last = statistics.percentile(high)
            else { return "The values are not known yet. Type numbers, or try again." }
            setRange(first...max(first, last), of: channel)
        case .automatic: apply(.automatic, to: channel)
        case .file: apply(.file, to: channel)
        case .full: apply(.full, to: channel)
        case nil: return "Type a number, or both as 100,4000 or p2,p98."
        }
        return nil
    }
}
