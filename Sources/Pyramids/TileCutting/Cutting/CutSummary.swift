public import TilePyramid

/// The results of a finished cut.
public struct CutSummary: Hashable, Sendable {
    /// Stored tiles, including those of a resumed run.
    public var tiles: Int
    /// Tiles that a resumed run had already finished.
    public var resumedTiles: Int
    /// Solid tiles that got the bytes of an equal one instead of being encoded.
    public var solidTiles: Int
    /// Blank tiles, which were not stored.
    public var skippedTiles: Int
    /// Full-size tiles that were passed through: copied, or cut from the file without re-encoding.
    public var passthroughTiles: Int
    /// Full-size tiles at the edges that were padded with background and therefore re-encoded.
    public var paddedTiles: Int
    /// The reason why full-size tiles were not passed through, as a clause; nil if they were.
    public var passthroughBlocker: String?
    /// Levels that were made from images of their size in the file.
    public var reusedLevels: Int
    /// Tiles and bytes that the store saved by deduplication.
    public var deduplication: DeduplicationStatistics
    /// Bytes of all stored tiles, including those of a resumed run.
    public var bytes: Int
    /// Seconds from the start of decoding to the finished pyramid.
    public var seconds: Double
    /// The time spent on each kind of work.
    public var times: CutTimes
    /// The peak resident memory of the process so far, in bytes.
    public var peakMemoryBytes: Int
    /// The peak size of the tile buffers, in bytes.
    public var peakBufferedBytes: Int
    /// Warnings, in plain sentences.
    public var warnings: [String]
}
