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
    /// The second number is not below the first one.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        }
        switch words {
        case ["auto"], ["automatic"]: self = .automatic
        case ["full"]: self = .full
        case ["file"]: self = .file
        default:
            guard words.count == 2 else { return nil }
            let isPercentage = words.allSatisfy { $0.hasPrefix("p") }
            let numbers = words.compactMap { Self.number(isPercentage ? $0.dropFirst() : $0[...]) }
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
    public static func list(_ text: some StringProtocol) -> [RangeRule]? {
        let words = text.split(separator: ";", maxSplits: listLimit, omittingEmptySubsequences: false)
        let rules = words.compactMap { RangeRule($0) }
        return rules.count == words.count ? rules : nil
    }

    /// A finite decimal number in digits.
    private static func number(_ text: Substring) -> Double? {
        guard let last = text.utf8.last, (0x30...0x39).contains(last) || last == 0x2E,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x65].contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
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
        case .percentiles(let low, let high): "p\(low),p\(high)"
        case .values(let low, let high): "\(low),\(high)"
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
