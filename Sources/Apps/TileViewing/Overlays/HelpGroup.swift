/// A group of keys with their meanings, in the help.
public struct HelpGroup: Hashable, Sendable {
    /// One key, or several that do the same or the opposite, and their meaning.
    public struct Entry: Hashable, Sendable {
        /// The label of each key, such as "Home" or "+".
        public var keys: [String]
        /// What the keys do, in a few words.
        public var meaning: String

        /// Creates an entry.
        public init(_ keys: [String], _ meaning: String) {
            self.keys = keys
            self.meaning = meaning
        }
    }

    /// The heading.
    public var title: String
    /// The entries, in the order in which they are listed.
    public var entries: [Entry]

    /// Creates a group.
    public init(_ title: String, _ entries: [Entry]) {
        self.title = title
        self.entries = entries
    }
}
