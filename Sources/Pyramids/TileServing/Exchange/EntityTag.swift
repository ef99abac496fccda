internal import Files
internal import Numbers

/// Strong validators that are equal after a restart.
enum EntityTag {
    /// The tag of a text that says all on which an answer depends.
    static func of(_ text: String) -> String { quoted(FNV1aHash.hash(text.utf8)) }

    /// The tag of a body.
    static func of(_ bytes: [UInt8]) -> String { quoted(FNV1aHash.hash(bytes)) }

    /// The tag of a body that is rendered again whenever it is requested: it says on what the body depends, and how long it is.
    ///
    /// With the length, the answer to a client that has the body can state it (RFC 9110, section 8.6) without rendering again.
    struct Rendered: Hashable, Sendable {
        /// The tag in quotation marks.
        let text: String
        /// The length of the body.
        let byteCount: Int

        /// The tag of a body, made from a text that names everything the body depends on.
        init(of source: String, byteCount: Int) {
            text = "\"\(String(FNV1aHash.hash(source.utf8), radix: 16))-\(byteCount)\""
            self.byteCount = byteCount
        }

        /// A tag that a client has sent; nil if it is of another text.
        init?(_ sent: String, of source: String) {
            guard let dash = sent.lastIndex(of: "-"),
                let byteCount = CheckedNumber.integer(
                    sent[sent.index(after: dash)...].dropLast(), in: 0...Self.longestBody)
            else { return nil }
            self.init(of: source, byteCount: byteCount)
            guard text == sent else { return nil }
        }

        /// The most bytes of a body that is rendered.
        private static let longestBody = 1 << 40
    }

    private static func quoted(_ hash: UInt64) -> String { "\"\(String(hash, radix: 16))\"" }
}

/// The entity tags of a condition, such as that of `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1).
struct EntityTagList: Hashable {
    /// Whether it has `*`, which matches every answer that exists.
    private var isWildcard = false
    /// The tags with their quotation marks, and whether each is weak.
    private var tags: [Tag] = []

    private struct Tag: Hashable {
        var text: Substring
        var isWeak: Bool
    }

    /// Reads a field, and skips what is not a tag.
    init(_ field: String) {
        var rest = field[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            guard let first = rest.first else { return }
            if first == "*" {
                isWildcard = true
                rest = rest.dropFirst()
                continue
            }
            let isWeak = rest.hasPrefix("W/")
            let tag = rest.dropFirst(isWeak ? 2 : 0)
            guard tag.first == "\"", let end = tag.dropFirst().firstIndex(of: "\"") else {
                rest = rest.drop { $0 != "," }
                continue
            }
            tags.append(Tag(text: tag[...end], isWeak: isWeak))
            rest = tag[tag.index(after: end)...]
        }
    }

    /// The tags with their quotation marks, weak or not.
    var texts: [String] { tags.map { String($0.text) } }

    /// Whether it has a tag, weak or not.
    func weaklyMatches(_ tag: String?) -> Bool {
        isWildcard || tag.map { tag in tags.contains { $0.text == tag } } ?? false
    }

    /// Whether it has a tag that is not weak.
    func stronglyMatches(_ tag: String?) -> Bool {
        isWildcard || tag.map { tag in tags.contains { !$0.isWeak && $0.text == tag } } ?? false
    }
}

extension ServerRequest {
    /// Whether the client has the body with a tag already, so that the answer is 304 (RFC 9110, section 13.2.2).
    func hasCurrent(_ tag: String?) -> Bool {
        guard let field = fields["if-none-match"], EntityTagList(field).weaklyMatches(tag) else { return false }
        // The condition that has to hold comes first.
        return fields["if-match"].map { EntityTagList($0).stronglyMatches(tag) } ?? true
    }

    /// The tag of a rendered body, if the client has that already, so that the answer is 304.
    ///
    /// - Parameter source: a text that says all on which the body depends.
    /// - Returns: the tag that the client has sent; nil if the body has to be rendered.
    func currentTag(ofRendered source: String) -> EntityTag.Rendered? {
        guard let field = fields["if-none-match"] else { return nil }
        let tag = EntityTagList(field).texts.lazy.compactMap { EntityTag.Rendered($0, of: source) }.first
        return tag.flatMap { hasCurrent($0.text) ? $0 : nil }
    }
}
