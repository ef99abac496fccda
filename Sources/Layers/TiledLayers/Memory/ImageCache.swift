internal import Caching
internal import Concurrency
internal import LayerTree
internal import TilePyramid
public import VectorDrawing

/// A cache of decoded images by name, for the images of a user interface: icons, backgrounds, avatars.
///
/// It is separate from the ``TileCache``, so that large photographs and maps evict no icon. It holds at most ``costLimit``
/// bytes; the least recently used image is evicted first.
///
/// All members may be used from any thread.
public final class ImageCache: Sendable {
    /// The cache of this process.
    public static let shared = ImageCache()

    private struct Entry: Sendable {
        var buffer: PixelBuffer
        /// The size of the original image of the pixels; nil if it is the size of the pixels.
        var fullSize: PixelSize?
    }

    private struct State {
        var images: CostLimitedCache<String, Entry>
        /// The images that memory warnings have removed.
        var warned = 0

        mutating func insert(_ entry: Entry, _ name: String) {
            images.insert(entry, for: name, cost: entry.buffer.byteCount)
        }
    }

    private let state: Locked<State>

    /// Creates an empty cache.
    ///
    /// - Parameter costLimit: the maximum bytes of pixels. The default is 32 MiB.
    public init(costLimit: Int = 32 << 20) {
        precondition(costLimit >= 0, "the cost limit must not be negative")
        state = Locked(State(images: CostLimitedCache(costLimit: costLimit)))
        MemoryWarnings.shared.register(self)
    }

    /// A snapshot of the cache's counters.
    public var statistics: ImageCacheStatistics {
        state.withLock { state in
            let images = state.images.statistics
            var statistics = ImageCacheStatistics(costLimit: state.images.costLimit)
            statistics.bytes = images.cost
            statistics.images = images.values
            statistics.hits = images.hits
            statistics.misses = images.misses
            statistics.evictions = images.evictions + state.warned
            return statistics
        }
    }

    /// The maximum bytes of pixels; a lower limit evicts images at once.
    public var costLimit: Int {
        get { state.withLock { $0.images.costLimit } }
        set {
            precondition(newValue >= 0, "the cost limit must not be negative")
            state.withLock { $0.images.costLimit = newValue }
        }
    }

    /// Whether an image is cached; the call does not count as a use of the image.
    public func contains(_ name: String) -> Bool { state.withLock { $0.images.contains(name) } }

    /// The image with a name; nil if it is not cached.
    ///
    /// Setting nil removes it. An image larger than the limit is not cached.
    ///
    /// - Complexity: O(1), but for the images that are evicted.
    public subscript(name: String) -> PixelBuffer? {
        get { state.withLock { $0.images.value(for: name)?.buffer } }
        set {
            state.withLock { state in
                if let newValue { state.insert(Entry(buffer: newValue), name) } else { state.images.remove(name) }
            }
        }
    }

    /// Returns an image and the size of its original; nil if it is not cached.
    func find(_ name: String) -> (buffer: PixelBuffer, fullSize: PixelSize)? {
        state.withLock { $0.images.value(for: name) }.map { ($0.buffer, $0.fullSize ?? $0.buffer.size) }
    }

    /// Adds an image under a name, with the size of its original.
    func insert(_ buffer: PixelBuffer, _ name: String, fullSize: PixelSize) {
        state.withLock { $0.insert(Entry(buffer: buffer, fullSize: fullSize), name) }
    }

    /// Returns an image; `decode` makes the image if it is not cached.
    ///
    /// Two threads that request the same name at once may both decode it; the cache keeps the last result.
    ///
    /// - Throws: the error of `decode`.
    public func image<Failure: Error>(
        named name: String, decode: () throws(Failure) -> PixelBuffer
    ) throws(Failure) -> PixelBuffer {
        if let cached = self[name] { return cached }
        let decoded = try decode()
        self[name] = decoded
        return decoded
    }

    /// Removes an image.
    public func remove(_ name: String) {
        state.withLock { _ = $0.images.remove(name) }
    }

    /// Removes all images.
    public func removeAll() {
        state.withLock { $0.images.removeAll() }
    }
}

extension ImageCache: MemoryWarningObserver {
    /// Removes all images; images that layers show stay in memory while they are shown.
    public func handleMemoryWarning() {
        state.withLock { state in
            state.warned += state.images.statistics.values
            state.images.removeAll()
        }
    }
}

/// Counters of an image cache since its creation.
public struct ImageCacheStatistics: Hashable, Sendable {
    /// The maximum bytes of pixels.
    public var costLimit: Int
    /// The bytes of the cached pixels.
    public var bytes = 0
    /// The number of cached images.
    public var images = 0
    /// The number of requested images that were cached.
    public var hits = 0
    /// The number of requested images that were not cached.
    public var misses = 0
    /// The number of images that were evicted, for others or after a memory warning.
    public var evictions = 0
}
