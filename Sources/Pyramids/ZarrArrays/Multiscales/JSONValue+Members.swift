internal import JSONDocuments

/// Values of attributes that may be of any type.
extension JSONValue {
    /// The members of an object; nil for other values.
    var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    /// The elements of an array; nil for other values.
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The text of a string; nil for other values.
    var string: String? { if case .string(let string) = self { string } else { nil } }
    /// The number; nil for other values, and for NaN and infinities.
    var finiteNumber: Double? { if case .number(let number) = self, number.isFinite { number } else { nil } }
}
