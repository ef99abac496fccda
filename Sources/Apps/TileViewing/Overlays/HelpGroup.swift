/// Keys that belong together, and what they do.
public struct HelpGroup: Hashable, Sendable {
    /// One key, or several that do the same or the opposite, and what they do.
    public struct Entry: Hashable, Sendable {
        /// What is written on each key, such as "Home" or "+".
        public var keys: [String]
        /// What they do, in a few words.
        public var meaning: String

        /// Keys and their meaning.
        public init(_ keys: [String], _ meaning: String) {
            self.keys = keys
            self.meaning = meaning
        }
    }

    /// What they have in common.
    public var title: String
    /// The keys, in the order they are listed.
    public var entries: [Entry]

    /// A group of keys.
    public init(_ title: String, _ entries: [Entry]) {
        self.title = title
        self.entries = entries
    }
}
