internal import JSONDocuments

extension [UInt8] {
    /// The bytes as hexadecimal digits, two for each.
    var hexadecimal: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes that hexadecimal digits stand for; nil for any other text.
    init?(hexadecimal text: String) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
    }
}

extension JSONObject {
    /// Returns the bytes of a string of hexadecimal digits, or nil if there is no such member.
    func optionalBytes(_ name: String) throws(JSONError) -> [UInt8]? {
        guard let text = try optionalString(name) else { return nil }
        guard let bytes = [UInt8](hexadecimal: text) else {
            throw JSONError(at: path(of: name), "these are not hexadecimal digits")
        }
        return bytes
    }
}
