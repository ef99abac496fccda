internal import Caching
internal import LayerTree
package import TextRendering
package import VectorDrawing

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

    private var texts: CostLimitedCache<Key, DrawnText>

    /// Creates a cache with a limit in bytes.
    package init(costLimit: Int) {
        texts = CostLimitedCache(costLimit: costLimit)
    }

    /// The bytes that the cache holds.
    package var cost: Int { texts.statistics.cost }
    /// The number of cached texts.
    package var count: Int { texts.statistics.values }

    /// The cached text for a key, which becomes the most recently used.
    package mutating func find(_ key: Key) -> DrawnText? { texts.value(for: key) }

    /// Caches a text, unless it takes more than a quarter of the limit.
    package mutating func insert(_ text: DrawnText, for key: Key) {
        let bytes = Self.cost(of: text, for: key)
        guard bytes <= texts.costLimit / 4 else { return }
        texts.insert(text, for: key, cost: bytes)
    }

    /// The bytes that a text takes: its pixels, its characters and attributes, and a fixed overhead.
    private static func cost(of text: DrawnText, for key: Key) -> Int {
        (text.buffer?.byteCount ?? 0) + key.text.byteCount + 256
    }
}
