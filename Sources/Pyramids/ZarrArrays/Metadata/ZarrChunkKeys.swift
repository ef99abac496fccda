/// The keys under which the chunks or shards of an array are stored.
package struct ZarrChunkKeys: Hashable, Sendable {
    /// The forms of keys.
    package enum Style: String, Hashable, Sendable {
        /// "c", then the numbers of the chunk: `c/0/1`.
        case standard = "default"
        /// The numbers alone: `0.1`.
        case version2 = "v2"
    }

    /// The separators between numbers.
    package enum Separator: String, Hashable, Sendable {
        case slash = "/"
        case dot = "."
    }

    /// The form.
    package var style: Style
    /// The text between numbers.
    package var separator: Separator

    /// Creates the keys of a form; `c/0/1` by default.
    package init(style: Style = .standard, separator: Separator = .slash) {
        self.style = style
        self.separator = separator
    }

    /// The key of a chunk from the key of its array.
    package func key(of index: [Int]) -> String {
        let numbers = index.map(String.init)
        return (style == .standard ? ["c"] + numbers : numbers).joined(separator: separator.rawValue)
    }
}
