internal import Caching

/// Counts of a cache: its hits, misses and evictions since its creation, and its contents now.
public struct CacheCounts: Hashable, Sendable {
    /// The look-ups that found a value.
    public var hits = 0
    /// The look-ups that found none.
    public var misses = 0
    /// The values that were removed to make room.
    public var evictions = 0
    /// The values that are kept.
    public var values = 0
    /// The cost of all of them, in bytes where the limit is in bytes.
    public var cost = 0

    /// The counts of an empty cache.
    public init() {}
}

extension CacheCounts {
    /// The counts of a cache.
    init(_ statistics: CacheStatistics) {
        hits = statistics.hits
        misses = statistics.misses
        evictions = statistics.evictions
        values = statistics.values
        cost = statistics.cost
    }
}
