package import LayerTree
package import TextRendering

/// A cache of drawn texts, such as a zoom level, for later use; the least recently used texts are evicted first.
///
/// Not synchronized: only one thread may use it at a time.
package struct TextCache {
    /// All values that determine the drawing of a text.
    package struct Key: Hashable, Sendable {
        var text: AttributedText
        var style: TextStyle
        var scale: Double
        /// The size of the box in points; nil if the text determines it.
        var box: Size?

        package init(text: AttributedText, style: TextStyle, scale: Double, box: Size? = nil) {
            self.text = text
            self.style = style
            self.scale = scale
            self.box = box
        }
    }

    private struct Entry {
        var text: DrawnText
        var lastUse: Int
    }

    /// The maximum memory of the cache, in bytes.
    package let costLimit: Int
    /// The bytes that the cache holds.
    package private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    private var uses = 0

    package init(costLimit: Int) {
        self.costLimit = costLimit
    }

    /// The number of cached texts.
    package var count: Int { entries.count }

    /// The cached text for a key, which becomes the most recently used.
    package mutating func find(_ key: Key) -> DrawnText? {
        guard let text = entries[key]?.text else { return nil }
        uses += 1
        entries[key]?.lastUse = uses
        return text
    }

    /// Caches a text, unless it takes more than a quarter of the limit.
    ///
    /// - Complexity: O(1) on average: when the limit is reached, texts are evicted until half of it is free.
    package mutating func insert(_ text: DrawnText, for key: Key) {
        let bytes = Self.cost(of: text, for: key)
        guard bytes <= costLimit / 4 else { return }
        if let former = entries.removeValue(forKey: key) {
            cost -= Self.cost(of: former.text, for: key)
        }
        if cost + bytes > costLimit {
            for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                guard cost > costLimit / 2 else { break }
                entries[key] = nil
                cost -= Self.cost(of: entry.text, for: key)
            }
        }
        uses += 1
        entries[key] = Entry(text: text, lastUse: uses)
        cost += bytes
    }

    /// The bytes that a text takes: its pixels, its characters and attributes, and a fixed overhead.
    private static func cost(of text: DrawnText, for key: Key) -> Int {
        (text.buffer?.byteCount ?? 0) + key.text.byteCount + 256
    }
}
