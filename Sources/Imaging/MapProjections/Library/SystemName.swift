/// Names of coordinate reference systems in messages.
package enum SystemName {
    /// The most characters of a definition in a message.
    private static let longest = 60

    /// Returns a definition if it is short; for well-known text, its name in quotes.
    package static func short(_ definition: String) -> String {
        let parts = definition.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, definition.contains("[") || definition.contains("(") {
            // The name that is written where there is none.
            if parts[1] == "unknown" || parts[1] == "unnamed" { return "the image's own system" }
            return "\"\(parts[1].prefix(longest))\""
        }
        let text = definition.prefix(longest)
        return text.count < definition.count ? "\(text) …" : definition
    }
}
