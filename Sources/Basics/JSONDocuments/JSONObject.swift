/// An object of a document, read member by member, with errors that say which one is wrong.
package struct JSONObject {
    /// Where in the document it is, such as `keys[3]`; empty for the whole.
    package let path: String
    private let members: [String: JSONValue]

    /// The object that a value is.
    package init(_ value: JSONValue, at path: String = "") throws(JSONError) {
        guard case .object(let members) = value else {
            throw JSONError(at: path, "this is \(value.kind), not an object")
        }
        self.path = path
        self.members = members
    }

    /// Where a member is.
    package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Complains about members with other names, which would be mistakes in writing.
    package func expectOnlyNames(_ names: Set<String>) throws(JSONError) {
        if let unknown = members.keys.filter({ !names.contains($0) }).min() {
            throw JSONError(at: path(of: unknown), "nothing of this name is known")
        }
    }

    /// A number within limits.
    package func number(
        _ name: String, in range: ClosedRange<Double> = -1e15...1e15
    ) throws(JSONError) -> Double {
        guard case .number(let number) = try member(name) else { throw typeMismatch(name, "a number") }
        guard range.contains(number) else {
            let limits = "\(JSONText.number(range.lowerBound)) to \(JSONText.number(range.upperBound))"
            throw JSONError(at: path(of: name), "\(JSONText.number(number)) is not within \(limits)")
        }
        return number
    }

    /// A whole number within limits.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(JSONError) -> Int {
        let number = try number(name, in: Double(range.lowerBound)...Double(range.upperBound))
        guard let integer = Int(exactly: number) else {
            throw JSONError(at: path(of: name), "\(number) is not a whole number")
        }
        return integer
    }

    /// Whole numbers within limits.
    package func integers(_ name: String, in range: ClosedRange<Int>) throws(JSONError) -> [Int] {
        guard case .array(let values) = try member(name) else { throw typeMismatch(name, "a list") }
        var numbers: [Int] = []
        for (index, value) in values.enumerated() {
            guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
                throw JSONError(
                    at: "\(path(of: name))[\(index)]",
                    "this is not a whole number within \(range.lowerBound) to \(range.upperBound)")
            }
            numbers.append(integer)
        }
        return numbers
    }

    /// Whether there is a member of this name.
    package func has(_ name: String) -> Bool { members[name] != nil }

    /// A text.
    package func string(_ name: String) throws(JSONError) -> String {
        guard case .string(let string) = try member(name) else { throw typeMismatch(name, "a text") }
        return string
    }

    /// The first text of a list.
    package func firstString(_ name: String) throws(JSONError) -> String {
        guard case .array(let values) = try member(name) else { throw typeMismatch(name, "a list") }
        guard case .string(let string)? = values.first else {
            throw JSONError(at: "\(path(of: name))[0]", "this is \(values.first?.kind ?? "nothing"), not a text")
        }
        return string
    }

    /// The members that are texts, numbers, or lists of these, as text and in the order of their names.
    package func plainMembers() -> [(name: String, value: String)] {
        members.sorted { $0.key < $1.key }.compactMap { name, value in
            switch value {
            case .string(let text): (name, text)
            case .number(let number): (name, JSONText.number(number))
            case .bool(let bool): (name, "\(bool)")
            case .array(let values):
                (
                    name,
                    values.map { value in
                        switch value {
                        case .string(let text): text
                        case .number(let number): JSONText.number(number)
                        default: "…"
                        }
                    }.joined(separator: ",")
                )
            case .null, .object: nil
            }
        }
    }

    /// A text that may be left out.
    package func optionalString(_ name: String) throws(JSONError) -> String? {
        members[name] == nil ? nil : try string(name)
    }

    /// Whether something is so; not so when it is left out.
    package func bool(_ name: String) throws(JSONError) -> Bool {
        guard let value = members[name] else { return false }
        guard case .bool(let bool) = value else { throw typeMismatch(name, "true or false") }
        return bool
    }

    /// An object.
    package func object(_ name: String) throws(JSONError) -> JSONObject {
        try JSONObject(try member(name), at: path(of: name))
    }

    /// The objects of a list.
    package func objects(_ name: String) throws(JSONError) -> [JSONObject] {
        guard case .array(let values) = try member(name) else { throw typeMismatch(name, "a list") }
        var objects: [JSONObject] = []
        for (index, value) in values.enumerated() {
            objects.append(try JSONObject(value, at: "\(path(of: name))[\(index)]"))
        }
        return objects
    }

    private func member(_ name: String) throws(JSONError) -> JSONValue {
        guard let value = members[name] else { throw JSONError(at: path, "\"\(name)\" is missing") }
        return value
    }

    private func typeMismatch(_ name: String, _ expected: String) -> JSONError {
        JSONError(at: path(of: name), "this is \(members[name]?.kind ?? "nothing"), not \(expected)")
    }
}
