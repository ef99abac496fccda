public import TilePyramid

/// The results of a finished conversion.
public struct ConversionSummary: Hashable, Sendable {
    /// Tiles whose bytes were copied unchanged.
    public var copiedTiles = 0
    /// Tiles that were decoded and re-encoded because their padding changed.
    public var repaddedTiles = 0
    /// Tiles that were cut again from one of the levels.
    public var recutTiles = 0
    /// Tiles that an interrupted run had already finished.
    public var resumedTiles = 0
    /// The reasons why not all tiles could be copied, as clauses.
    public var reasons: [String] = []
    /// Bytes of all tiles.
    public var bytes = 0
    /// Tiles and bytes that the store saved by deduplication.
    public var deduplication = DeduplicationStatistics()
    /// Seconds from the first tile to the finished pyramid.
    public var seconds = 0.0
    /// The peak resident memory of the process so far, in bytes.
    public var peakMemoryBytes = 0

    /// Tiles of the new pyramid.
    public var tiles: Int { copiedTiles + repaddedTiles + recutTiles + resumedTiles }
}
