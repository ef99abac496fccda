internal import LayerTree

/// Drawn texts that may be shown again, such as a zoom that comes back; those used the longest ago go first.
///
/// It belongs to one thread at a time.
struct TextCache {
    /// What decides how a text is drawn.
    struct Key: Hashable, Sendable {
        var text: String
        var style: TextStyle
        var scale: Double
    }

    private struct Entry {
        var text: DrawnText
        var lastUse: Int
    }

    /// The most bytes of pictures that are kept.
    let costLimit: Int
    /// The bytes that are kept.
    private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    private var uses = 0

    init(costLimit: Int) {
        self.costLimit = costLimit
    }

    /// How many texts are kept.
    var count: Int { entries.count }

    /// A text that was drawn before.
    mutating func find(_ key: Key) -> DrawnText? {
        guard let text = entries[key]?.text else { return nil }
        uses += 1
        entries[key]?.lastUse = uses
        return text
    }

    /// Keeps a text, unless it is larger than a quarter of all that may be kept.
    ///
    /// - Complexity: O(1) on average: when there is no room, texts are given up until half of it is free.
    mutating func insert(_ text: DrawnText, for key: Key) {
        let bytes = Self.cost(of: text)
        guard bytes <= costLimit / 4 else { return }
        if let former = entries.removeValue(forKey: key) {
            cost -= Self.cost(of: former.text)
        }
        if cost + bytes > costLimit {
            for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                guard cost > costLimit / 2 else { break }
                entries[key] = nil
                cost -= Self.cost(of: entry.text)
            }
        }
        uses += 1
        entries[key] = Entry(text: text, lastUse: uses)
        cost += bytes
    }

    /// What keeping it takes: its picture, and as much as small things around it.
    private static func cost(of text: DrawnText) -> Int { (text.buffer?.byteCount ?? 0) + 256 }
}
