internal import ImageMetadata

/// The items of a rendering's text form by their names, each of which is there at most once.
struct RenderingQuery {
    private let values: [ChannelSelection.QueryName: String]

    /// Takes the items that are of a rendering, and leaves others out.
    ///
    /// - Throws: `CodecError` for a name that is given twice or misspelled, and for too many bytes.
    init(_ items: [(name: String, value: String)]) throws(CodecError) {
        var values: [ChannelSelection.QueryName: String] = [:]
        var length = 0
        for item in items {
            guard let name = ChannelSelection.QueryName(rawValue: item.name) else {
                if let meant = ChannelSelection.QueryName.meant(by: item.name) {
                    throw Self.error(
                        "there is nothing named \(item.name) to choose. Write \(meant.rawValue), or leave it out.")
                }
                continue
            }
            guard values.updateValue(item.value, forKey: name) == nil else {
                throw Self.error("\(item.name) is given twice. Leave one of them out.")
            }
            let (sum, overflows) = length.addingReportingOverflow(item.value.utf8.count)
            length = sum
            guard !overflows, length <= ChannelSelection.queryTextLimit else {
                throw Self.error(
                    "the rendering has more than \(ChannelSelection.queryTextLimit) bytes. Show fewer channels.")
            }
        }
        self.values = values
    }

    /// An error of the text form.
    static func error(_ message: String) -> CodecError {
        CodecError(.invalidRequest, file: ChannelSelection.queryFile, message)
    }

    subscript(_ name: ChannelSelection.QueryName) -> String? { values[name] }

    /// Whether there is an item of a name.
    func has(_ name: ChannelSelection.QueryName) -> Bool { values[name] != nil }

    /// The numbers or names of channels.
    func references(_ name: ChannelSelection.QueryName) throws(CodecError) -> [ChannelReference]? {
        guard let text = values[name] else { return nil }
        guard let list = ChannelReference.list(text) else {
            throw Self.error(
                "\(name.rawValue) takes up to \(ChannelImageDescription.channelLimit) numbers from 1 or names of channels, with "
                    + "commas between them.")
        }
        return list
    }

    /// The colors of channels.
    func colors() throws(CodecError) -> [ChannelColor]? {
        guard let text = values[.colors] else { return nil }
        guard !text.isEmpty else { return [] }
        var colors: [ChannelColor] = []
        let words = text.split(
            separator: ",", maxSplits: ChannelImageDescription.channelLimit, omittingEmptySubsequences: false)
        for word in words {
            guard colors.count < ChannelImageDescription.channelLimit,
                let color = ChannelColor(hexadecimal: word) ?? ChannelColor.named(word)
            else {
                throw Self.error(
                    "colors takes up to \(ChannelImageDescription.channelLimit) colors of six hexadecimal digits, such as "
                        + "0000ff, or names, such as blue, with commas between them.")
            }
            colors.append(color)
        }
        return colors
    }

    /// The rules for ranges.
    func ranges() throws(CodecError) -> [RangeRule]? {
        guard let text = values[.range] else { return nil }
        guard let rules = RangeRule.list(text) else {
            throw Self.error(
                "range takes auto, file, full, percentiles such as p2..p98, or values such as 0..4000 from the lower to the "
                    + "higher one: one for all channels, or up to \(RangeRule.listLimit) with commas between them.")
        }
        return rules
    }

    /// The exponents of channels.
    func gammas() throws(CodecError) -> [Double]? {
        guard let text = values[.gamma] else { return nil }
        var numbers: [Double] = []
        let words = text.split(
            separator: ",", maxSplits: ChannelImageDescription.channelLimit, omittingEmptySubsequences: false)
        for word in words {
            guard numbers.count < ChannelImageDescription.channelLimit, let number = DecimalText.number(word),
                ChannelSelection.gammas.contains(number)
            else {
                throw Self.error(
                    "gamma takes a number from 0.05 to 20: one for all channels, or up to "
                        + "\(ChannelImageDescription.channelLimit) with commas between them.")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// A number within limits; nil if there is no such item.
    func number(
        _ name: ChannelSelection.QueryName, in limits: ClosedRange<Double>
    ) throws(CodecError) -> Double? {
        guard let text = values[name] else { return nil }
        guard let number = DecimalText.number(text), limits.contains(number) else {
            throw Self.error(
                "\(name.rawValue) takes a number from \(DecimalText.text(limits.lowerBound)) to "
                    + "\(DecimalText.text(limits.upperBound)).")
        }
        return number
    }

    /// A number that counts from 1; nil if there is no such item.
    func ordinal(_ name: ChannelSelection.QueryName) throws(CodecError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), number >= 1 else {
            throw Self.error("\(name.rawValue) takes a whole number from 1.")
        }
        return number
    }
}

extension ChannelColor {
    /// The color of one of the names that ``name`` gives; nil for others.
    fileprivate static func named(_ text: some StringProtocol) -> ChannelColor? {
        let colors: [ChannelColor] = [.red, .green, .blue, .cyan, .magenta, .yellow, .white, .orange, .violet]
        let name = text.lowercased()
        return name == "white" ? .white : colors.first { $0.name == name }
    }
}
