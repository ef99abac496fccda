internal import Numbers

/// An object of a JSON document, read member by member; errors name the faulty member.
package struct JSONObject {
    /// The coding path of the object, such as `keys[3]`; empty for the whole document.
    package let path: String
    private let members: [String: JSONValue]

    /// Creates a reader of a value, which must be an object.
    package init(_ value: JSONValue, at path: String = "") throws(JSONError) {
        guard case .object(let members) = value else {
            throw JSONError(at: path, "this is \(value.kind), not an object")
        }
        self.path = path
        self.members = members
    }

    /// Returns the coding path of a member.
    package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Throws if there are members with other names, which are probably typing errors.
    package func expectOnlyNames(_ names: Set<String>) throws(JSONError) {
        if let unknown = members.keys.filter({ !names.contains($0) }).min() {
            throw JSONError(at: path(of: unknown), "this name is not known")
        }
    }

    /// Returns a number; throws if it is outside `range`.
    package func number(
        _ name: String, in range: ClosedRange<Double> = -1e15...1e15
    ) throws(JSONError) -> Double {
        guard let number = try member(name).number else { throw typeMismatch(name, "a number") }
        guard range.contains(number) else {
            let limits = "\(JSONText.number(range.lowerBound)) to \(JSONText.number(range.upperBound))"
            throw JSONError(at: path(of: name), "\(JSONText.number(number)) is not within \(limits)")
        }
        return number
    }

    /// Returns an integer; throws if it is outside `range`.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(JSONError) -> Int {
        // Checked: the bounds of a range.
        let number = try number(name, in: Double(range.lowerBound)...Double(range.upperBound))
        guard let integer = CheckedNumber.integer(number, in: range) else {
            throw JSONError(at: path(of: name), "\(number) is not a whole number")
        }
        return integer
    }

    /// Returns an array of integers; throws if one is outside `range`.
    package func integers(_ name: String, in range: ClosedRange<Int>) throws(JSONError) -> [Int] {
        guard case .array(let values) = try member(name) else { throw typeMismatch(name, "an array") }
        var numbers: [Int] = []
        for (index, value) in values.enumerated() {
            guard case .number(let number) = value, let integer = CheckedNumber.integer(number, in: range) else {
                throw JSONError(
                    at: "\(path(of: name))[\(index)]",
                    "this is not a whole number within \(range.lowerBound) to \(range.upperBound)")
            }
            numbers.append(integer)
        }
        return numbers
    }

    /// Returns whether there is a member of this name, even if it is null.
    package func has(_ name: String) -> Bool { members[name] != nil }

    /// Returns a string.
    package func string(_ name: String) throws(JSONError) -> String {
        guard case .string(let string) = try member(name) else { throw typeMismatch(name, "a string") }
        return string
    }

    /// Returns the first element of an array, which must be a string.
    package func firstString(_ name: String) throws(JSONError) -> String {
        guard case .array(let values) = try member(name) else { throw typeMismatch(name, "an array") }
        guard case .string(let string)? = values.first else {
            throw JSONError(at: "\(path(of: name))[0]", "this is \(values.first?.kind ?? "nothing"), not a string")
        }
        return string
    }

    /// The names of all members.
    package var names: Set<String> { Set(members.keys) }

    /// Returns a member as it is, or nil if there is none.
    package func value(_ name: String) -> JSONValue? { members[name] }

    /// Returns an array of strings.
    package func strings(_ name: String) throws(JSONError) -> [String] {
        guard case .array(let values) = try member(name) else { throw typeMismatch(name, "an array") }
        var strings: [String] = []
        for (index, value) in values.enumerated() {
            guard case .string(let string) = value else {
                throw JSONError(at: "\(path(of: name))[\(index)]", "this is \(value.kind), not a string")
            }
            strings.append(string)
        }
        return strings
    }

    /// Returns the members that are scalars, or arrays, as text, sorted by name; objects and nulls are left out.
    ///
    /// Elements of an array are joined with commas; elements other than strings and numbers become `…`.
    package func plainMembers() -> [(name: String, value: String)] {
        members.sorted { $0.key < $1.key }.compactMap { name, value in
            switch value {
            case .string(let text): (name, text)
            case .number(let number): (name, JSONText.number(number))
            case .integer(let digits): (name, digits)
            case .bool(let bool): (name, "\(bool)")
            case .array(let values):
                (
                    name,
                    values.map { value in
                        switch value {
                        case .string(let text): text
                        case .number(let number): JSONText.number(number)
                        case .integer(let digits): digits
                        default: "…"
                        }
                    }.joined(separator: ",")
                )
            case .null, .object: nil
            }
        }
    }

    /// Returns a string, or nil if there is no such member.
    package func optionalString(_ name: String) throws(JSONError) -> String? {
        members[name] == nil ? nil : try string(name)
    }

    /// Returns a Boolean; a missing member is `false`.
    package func bool(_ name: String) throws(JSONError) -> Bool {
        guard let value = members[name] else { return false }
        guard case .bool(let bool) = value else { throw typeMismatch(name, "true or false") }
        return bool
    }

    /// Returns an object.
    package func object(_ name: String) throws(JSONError) -> JSONObject {
        try JSONObject(try member(name), at: path(of: name))
    }

    /// Returns an array of objects.
    package func objects(_ name: String) throws(JSONError) -> [JSONObject] {
        guard case .array(let values) = try member(name) else { throw typeMismatch(name, "an array") }
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
