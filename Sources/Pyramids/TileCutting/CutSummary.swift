public import TilePyramid

/// What a finished cut amounts to.
public struct CutSummary: Hashable, Sendable {
    /// Tiles that are stored, those of an interrupted run before this one included.
    public var tiles: Int
    /// Tiles that an interrupted run had finished and that were not made again.
    public var resumedTiles: Int
    /// Tiles of one color that were not encoded, because an equal one had been: they were given its bytes.
    public var solidTiles: Int
    /// Tiles that were not stored, because they show nothing but background.
    public var skippedTiles: Int
    /// Tiles of the full size that were not made from pixels, but cut from the file or copied as they are.
    public var passthroughTiles: Int
    /// Tiles at the edges of the full size that were encoded anew all the same, because they are filled up with
    /// background.
    public var paddedTiles: Int
    /// Why the full size had to be made from pixels, as a clause; nil if it was not.
    public var passthroughBlocker: String?
    /// Levels that were made from pictures that the file has at their size.
    public var reusedLevels: Int
    /// What the store has saved by keeping equal tiles once.
    public var deduplication: DeduplicationStatistics
    /// Bytes of all tiles, those of an interrupted run before this one included.
    public var bytes: Int
    /// Seconds from the start of decoding to the finished pyramid.
    public var seconds: Double
    /// The most memory the whole process has held so far, in bytes.
    public var peakMemoryBytes: Int
    /// The most tiles' worth of pixels that were held at a time.
    public var peakBufferedBytes: Int
    /// What went less than well, in plain sentences.
    public var warnings: [String]
}
