package import TilePyramid

/// The results of a finished merge.
package struct MergeSummary: Hashable, Sendable {
    /// Tiles that were copied from shards.
    package var copiedTiles = 0
    /// Tiles that were made from rows of the shards.
    package var madeTiles = 0
    /// Blank tiles, which were not stored.
    package var skippedTiles = 0
    /// The levels that were made from rows of the shards.
    package var madeLevels = 0
    /// Bytes of all tiles.
    package var bytes = 0
    /// Tiles and bytes that the store saved by deduplication.
    package var deduplication = DeduplicationStatistics()
    /// Seconds from the first tile to the finished pyramid.
    package var seconds = 0.0
    /// The processor time of all threads during the merge, in seconds.
    package var processorSeconds = 0.0
    /// The peak resident memory of the process so far, in bytes.
    package var peakMemoryBytes = 0

    /// Tiles of the pyramid.
    package var tiles: Int { copiedTiles + madeTiles }
}
