internal import JSONDocuments

/// Values of attributes that may be of any type.
extension JSONValue {
    /// The members of an object; nil for other values.
    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    /// The elements of an array; nil for other values.
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The text of a string; nil for other values.
    var string: String? { if case .string(let string) = self { string } else { nil } }
    /// The text of a string that is a name, at most ``nameLimit`` characters of it; nil for other values, and for an empty one.
    var name: String? {
        guard let string, !string.isEmpty else { return nil }
        return String(string.prefix(Self.nameLimit))
    }
    /// The most characters of a name or a unit.
    static let nameLimit = 256
    /// The number; nil for other values, and for NaN and infinities.
    var finiteNumber: Double? { if case .number(let number) = self, number.isFinite { number } else { nil } }
}
