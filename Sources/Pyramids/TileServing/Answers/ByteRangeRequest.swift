/// The bytes of a body that a `Range` field asks for (RFC 9110, section 14.1.2).
enum ByteRangeRequest: Hashable {
    /// All of it: there is no range, several ranges, or something that is not understood, which is to be ignored.
    case whole
    /// A part, which is not empty.
    case part(Range<Int>)
    /// Nothing that exists.
    case unsatisfiable

    /// Reads a field.
    ///
    /// - Parameters:
    ///   - field: the value of the field; nil if there is none.
    ///   - count: the bytes of the body.
    init(_ field: String?, count: Int) {
        self = .whole
        guard let field, field.prefix(6).lowercased() == "bytes=" else { return }
        let bounds = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Self.offset(bounds[0]), let last = Self.offset(bounds[1]) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let suffix?):
            self = suffix == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - suffix)..<count)
        case (let first?, let last):
            if let last, last < first { return }
            self = first >= count ? .unsatisfiable : .part(first..<min(last ?? count - 1, count - 1) + 1)
        }
    }

    /// The offset that digits name, or nil for none of them; nil as a whole for anything else.
    private static func offset(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        // Offsets that do not fit are after the end of every file.
        return .some(Int(text) ?? .max)
    }
}
