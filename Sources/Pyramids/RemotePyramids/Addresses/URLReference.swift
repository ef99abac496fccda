internal import Numbers

/// An address, or a reference that is relative to one (RFC 3986).
///
/// The parts are kept as they are written, so that the placeholders of a template such as `{z}` survive.
struct URLReference: Hashable, Sendable {
    /// The scheme in lower case; `nil` for a relative reference.
    var scheme: String?
    /// The host, with its port and what comes before "@"; `nil` if there is none.
    var authority: String?
    /// The path; it may be empty.
    var path: String
    /// The query: the text after "?", up to "#"; `nil` if there is no "?".
    var query: String?
    /// The fragment: the text after "#"; `nil` if there is no "#".
    var fragment: String?

    /// The most bytes of an address that is read.
    static let byteLimit = 8192

    /// Divides a text into its parts (RFC 3986, appendix B); white space around it does not count.
    ///
    /// `nil` for a text with control characters, white space within, or a backslash, which some programs take for a
    /// slash, and for one that is too long.
    init?(_ text: some StringProtocol) {
        var rest = text[...]
        while let last = rest.unicodeScalars.last, last.value <= 0x20 { rest = rest.dropLast() }
        rest = rest.drop { $0.unicodeScalars.allSatisfy { $0.value <= 0x20 } }
        guard rest.utf8.count <= Self.byteLimit,
            rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && $0 != "\\" })
        else { return nil }
        fragment = Self.split(&rest, at: "#")
        query = Self.split(&rest, at: "?")
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let host = rest.dropFirst(2).prefix { $0 != "/" }
            authority = String(host)
            rest = rest[host.endIndex...]
        }
        path = String(rest)
    }

    private static func split<Text: StringProtocol>(_ rest: inout Text, at separator: Character) -> String?
    where Text.SubSequence == Text {
        guard let index = rest.firstIndex(of: separator) else { return nil }
        defer { rest = rest[..<index] }
        return String(rest[rest.index(after: index)...])
    }

    private static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, first.isLetter else { return false }
        return text.unicodeScalars.allSatisfy { $0.isLetter || $0.isDigit || "+-.".unicodeScalars.contains($0) }
    }

    /// The address as a text.
    var text: String {
        (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path + (query.map { "?\($0)" } ?? "")
            + (fragment.map { "#\($0)" } ?? "")
    }

    /// The address without its fragment.
    var withoutFragment: URLReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// The scheme and the host alone.
    var withoutPath: String { (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") }

    /// The address that this reference means in a document at another address (RFC 3986, section 5.2.2).
    func resolved(against base: URLReference) -> URLReference {
        var target = self
        if scheme != nil {
            target.path = Self.withoutDots(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = Self.withoutDots(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.hasPrefix("/") {
            target.path = Self.withoutDots(path)
        } else {
            let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) }
            target.path = Self.withoutDots((folder ?? (base.authority == nil ? "" : "/")) + path)
        }
        return target
    }

    /// A path without the segments "." and ".." (RFC 3986, section 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                // The empty segment before the first slash stays.
                if kept.count > 1 || kept.count == 1 && kept[0] != "" { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }
}

// MARK: Hosts

extension URLReference {
    /// A host as addresses name it.
    struct Host: Hashable, Sendable, CustomStringConvertible {
        /// The name in lower case, or the number in brackets for IPv6.
        var name: String
        /// The port, also where the address leaves it to the scheme.
        var port: Int
        /// Whether the port is the usual one of the scheme.
        var hasUsualPort: Bool

        /// The name, with the port unless it is the usual one.
        var description: String { hasUsualPort ? name : "\(name):\(port)" }
    }

    /// Whether there is a name or a password before the host.
    var hasUser: Bool { authority?.contains("@") ?? false }

    /// The host of an http or https address; `nil` for any other, and for a host of which programs might think
    /// differently.
    var host: Host? {
        guard let scheme, ["http", "https"].contains(scheme), let authority else { return nil }
        var rest = authority[...]
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        let usual = scheme == "https" ? 443 : 80
        let name: Substring
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]"),
                // Checked: the other bracket comes later.
                rest[rest.index(after: rest.startIndex)..<end].allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
            else { return nil }
            name = rest[...end]
        } else {
            name = rest.prefix { $0 != ":" }
            let isName = name.unicodeScalars.allSatisfy { scalar in
                scalar.isLetter || scalar.isDigit || scalar.value >= 0x80 || "-._~".unicodeScalars.contains(scalar)
            }
            guard isName else { return nil }
        }
        guard !name.isEmpty else { return nil }
        rest = rest[name.endIndex...]
        guard !rest.isEmpty else { return Host(name: name.lowercased(), port: usual, hasUsualPort: true) }
        guard rest.first == ":" else { return nil }
        guard rest.count > 1 else { return Host(name: name.lowercased(), port: usual, hasUsualPort: true) }
        guard rest.dropFirst().allSatisfy(\.isASCIIDigit),
            let port = CheckedNumber.integer(rest.dropFirst(), in: 1...65_535)
        else { return nil }
        return Host(name: name.lowercased(), port: port, hasUsualPort: port == usual)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
