internal import ImageMetadata
internal import JSONDocuments

/// Values of attributes that may be of any type.
extension JSONValue {
    /// The text of a string that is a name, at most ``nameLimit`` characters of it; nil for other values, and for an empty one.
    var name: String? {
        guard let string, !string.isEmpty else { return nil }
        return String(string.prefix(Self.nameLimit))
    }
    /// The most characters of a name or a unit.
    static let nameLimit = 256
    /// The number; nil for other values, and for NaN and infinities.
    var finiteNumber: Double? { number.flatMap { $0.isFinite ? $0 : nil } }
    /// The no-data value of a number or of its text, exactly; nil for other values.
    var nodata: NodataValue? {
        switch self {
        case .number(let number): NodataValue("\(number)")
        case .integer(let text), .string(let text): NodataValue(text)
        case .null, .bool, .array, .object: nil
        }
    }
}
