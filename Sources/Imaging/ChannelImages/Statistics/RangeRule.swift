/// A rule for the stored values of a channel that become black and the full color.
public enum RangeRule: Hashable, Sendable {
    /// The range that the file states; else the full range of unsigned samples of 8 bits, and percentiles 0.1 and 99.9 of
    /// others.
    case automatic
    /// The range that the file states; else the full range.
    case file
    /// The range of the significant bits, or of the type: 0 to 1 for floating-point numbers.
    case full
    /// The values at two percentages of ``SampledStatistics``.
    case percentiles(Double, Double)
    /// Two stored values.
    case values(Double, Double)

    /// The most rules of a list.
    public static let listLimit = ChannelImageDescription.channelLimit

    /// Reads a rule: "auto", "full", "file", "p2,p98" for percentiles, "100,4000" for values; nil for other texts.
    ///
    /// Numbers have a comma or two dots between them, and the second one is not below the first one.
    public init?(_ text: some StringProtocol) {
        let words = Self.parts(text).map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        }
        switch words {
        case ["auto"], ["automatic"]: self = .automatic
        case ["full"]: self = .full
        case ["file"]: self = .file
        default:
            guard words.count == 2 else { return nil }
            let isPercentage = words.allSatisfy { $0.hasPrefix("p") }
            let numbers = words.compactMap { DecimalText.number(isPercentage ? $0.dropFirst() : $0[...]) }
            guard numbers.count == 2, numbers[0] <= numbers[1] else { return nil }
            guard isPercentage else {
                self = .values(numbers[0], numbers[1])
                return
            }
            guard numbers[0] >= 0, numbers[1] <= 100 else { return nil }
            self = .percentiles(numbers[0], numbers[1])
        }
    }

    /// Reads rules for several channels with semicolons between them: "p2,p98;0,4095"; nil if one of them is none.
    ///
    /// Between words, and numbers with two dots between them, there may also be commas: "auto,0..4095".
    public static func list(_ text: some StringProtocol) -> [RangeRule]? {
        var rules: [RangeRule] = []
        for part in text.split(separator: ";", maxSplits: listLimit, omittingEmptySubsequences: false) {
            if let rule = RangeRule(part) {
                rules.append(rule)
            } else {
                let words = part.split(separator: ",", maxSplits: listLimit, omittingEmptySubsequences: false)
                let found = words.compactMap { RangeRule($0) }
                guard found.count == words.count else { return nil }
                rules += found
            }
            guard rules.count <= listLimit else { return nil }
        }
        return rules
    }

    /// The rule as ``list(_:)`` reads it where commas are between rules: "p2..p98".
    package var addressText: String {
        switch self {
        case .automatic, .file, .full: description
        case .percentiles(let low, let high): "p\(DecimalText.text(low))..p\(DecimalText.text(high))"
        case .values(let low, let high): "\(DecimalText.text(low))..\(DecimalText.text(high))"
        }
    }

    /// The one or two parts of a rule.
    private static func parts(_ text: some StringProtocol) -> [String] {
        let text = String(text)
        guard let dots = text.firstRange(of: "..") else {
            return text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
        }
        // Three dots would be two and a decimal point.
        let end = text[dots.upperBound...]
        return end.first == "." ? [] : [String(text[..<dots.lowerBound]), String(end)]
    }

    /// Whether the range of a channel is found in its samples.
    public func needsStatistics(of channel: Int, in description: ChannelImageDescription) -> Bool {
        switch self {
        case .automatic:
            description.channels[channel].displayRange == nil && description.sampleType != .uint8
        case .percentiles: true
        case .file, .full, .values: false
        }
    }

    /// The range of a channel.
    ///
    /// - Parameters:
    ///   - channel: the channel, counted from 0.
    ///   - description: the description of the image.
    ///   - statistics: the statistics of the channel, where ``needsStatistics(of:in:)``.
    /// - Returns: the range; the full one if there are no valid samples.
    public func range(
        of channel: Int, in description: ChannelImageDescription, statistics: SampledStatistics?
    ) -> ClosedRange<Double> {
        let stated = description.channels[channel].displayRange
        let full = description.fullRange
        switch self {
        case .automatic:
            if let stated { return stated }
            if description.sampleType == .uint8 { return full }
            return statistics?.range(from: 0.1, to: 99.9) ?? full
        case .file: return stated ?? full
        case .full: return full
        case .percentiles(let low, let high): return statistics?.range(from: low, to: high) ?? full
        case .values(let low, let high): return low...max(low, high)
        }
    }
}

extension RangeRule: CustomStringConvertible {
    /// The text that ``init(_:)`` reads.
    public var description: String {
        switch self {
        case .automatic: "auto"
        case .file: "file"
        case .full: "full"
        case .percentiles(let low, let high): "p\(DecimalText.text(low)),p\(DecimalText.text(high))"
        case .values(let low, let high): "\(DecimalText.text(low)),\(DecimalText.text(high))"
        }
    }
}

extension SampledStatistics {
    /// The values at two percentages; nil if there are no samples.
    func range(from low: Double, to high: Double) -> ClosedRange<Double>? {
        guard let first = percentile(low), let last = percentile(high) else { return nil }
        return first...max(first, last)
    }
}
