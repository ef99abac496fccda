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
