/// Counters of a tile loader since its creation.
public struct TileLoaderStatistics: Hashable, Sendable {
    /// Tiles that were requested and not cached.
    ///
    /// A tile that is dropped and requested again counts twice.
    public var requested = 0
    /// Reads that have ended, whatever their result.
    public var reads = 0
    /// Compressed bytes that have been read.
    public var readBytes = 0
    /// Compressed bytes in memory, of tiles that wait to be decoded or are being decoded.
    ///
    /// The bytes are released when the tile has been decoded, so at rest the number is 0.
    public var heldBytes = 0
    /// Decodes, draws and readings of stored samples that have ended, whatever their result.
    public var decodes = 0
    /// Tiles mapped into memory, whatever the result; they count neither as reads nor as decodes.
    public var maps = 0
    /// Tiles that arrived while they were requested.
    public var delivered = 0
    /// Tiles that turned out to be absent.
    public var absent = 0
    /// Attempts that failed.
    public var failures = 0
    /// Attempts after a failure.
    public var retries = 0
    /// Requests that were dropped before they were read or drawn.
    public var droppedBeforeRead = 0
    /// Requests that were dropped after their bytes were read.
    public var droppedBeforeDecode = 0
    /// Tiles that were decoded but not delivered.
    ///
    /// Tiles that were no longer requested only went into the cache; tiles that had been invalidated were discarded.
    public var droppedBeforeDelivery = 0
    /// Tiles that were loaded although they were cached; always 0.
    public var duplicates = 0
    /// Reads and maps on the main thread; 0 unless a custom executor runs workers there.
    public var mainThreadReads = 0
    /// Decodes and draws on the main thread; 0 unless a custom executor runs workers there.
    public var mainThreadDecodes = 0
}
