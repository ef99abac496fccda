/// The values of an invalid pixel's samples: one for all channels, or one for each.
///
/// Files state several values in GDAL's metadata (`NODATA_VALUES`) and for the bands of a raster.
public struct NodataValues: Hashable, Sendable {
    /// The alternatives for an invalid pixel: each is a value for all channels, or one for each channel of the file.
    ///
    /// Nil stands for a channel that is not compared.
    package let alternatives: [[NodataValue?]]

    /// Creates values for the channels of the file, in their order.
    ///
    /// - Parameter channels: the values; a single value applies to all channels.
    public init(_ channels: [NodataValue]) {
        self.init(alternatives: [channels])
    }

    /// Creates values from several alternatives.
    package init(alternatives: [[NodataValue?]]) {
        // What is the same in all channels is compared faster.
        self.alternatives = alternatives.map { values in
            guard let first = values.first ?? nil, values.allSatisfy({ $0 == first }) else { return values }
            return [first]
        }
    }

    /// Reads a list of numbers between spaces, such as "0 0 255"; nil if one of them is not a number.
    package init?(list text: String) {
        var values: [NodataValue] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let value = NodataValue(String(word)) else { return nil }
            values.append(value)
        }
        guard !values.isEmpty else { return nil }
        self.init(values)
    }
}

extension NodataValues {
    /// The sample of up to 16 bits of all colors of an invalid pixel; nil if there are several such values, or none.
    package var sample: Int? {
        guard alternatives.count == 1, alternatives[0].count == 1, let value = alternatives[0][0] else { return nil }
        // Checked: a pattern of 16 bits.
        return value.pattern(bits: 16, isSigned: false).map { Int($0) }
    }
}

extension NodataValues: CustomStringConvertible {
    /// The values of the channels with spaces between them: "0 0 255".
    public var description: String {
        alternatives.map { $0.map { $0?.description ?? "-" }.joined(separator: " ") }.joined(separator: ", ")
    }
}
