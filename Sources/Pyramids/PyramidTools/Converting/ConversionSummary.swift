public import TilePyramid

/// What a finished conversion amounts to.
public struct ConversionSummary: Hashable, Sendable {
    /// Tiles whose bytes were copied as they are.
    public var copiedTiles = 0
    /// Tiles that were decoded and encoded alone, because they are stored larger or smaller than before.
    public var repaddedTiles = 0
    /// Tiles that were cut again from one of the levels.
    public var recutTiles = 0
    /// Tiles that an interrupted run had finished.
    public var resumedTiles = 0
    /// Why not all tiles could be copied, in plain sentences.
    public var reasons: [String] = []
    /// Bytes of all tiles.
    public var bytes = 0
    /// Tiles that have no bytes of their own, and what that has saved.
    public var deduplication = DeduplicationStatistics()
    /// Seconds from the first tile to the finished pyramid.
    public var seconds = 0.0
    /// The most memory the whole process has held so far, in bytes.
    public var peakMemoryBytes = 0

    /// Tiles of the new pyramid.
    public var tiles: Int { copiedTiles + repaddedTiles + recutTiles + resumedTiles }
}
