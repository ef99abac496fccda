/// What a tile loader has done since it was made.
public struct TileLoaderStatistics: Hashable, Sendable {
    /// Tiles that were asked for and not there; one that is asked for again after it was dropped counts again.
    public var requested = 0
    /// Reads of compressed bytes that have ended, however they did.
    public var reads = 0
    /// Compressed bytes that have been read.
    public var readBytes = 0
    /// Compressed bytes that are held just now, for tiles that wait to be decoded or are being decoded.
    ///
    /// They are let go of with each tile's decoding, so at rest it is 0.
    public var heldBytes = 0
    /// Tiles that have been decoded or drawn, however that ended.
    public var decodes = 0
    /// Tiles that came while they were wanted.
    public var delivered = 0
    /// Tiles that turned out not to exist.
    public var absent = 0
    /// Tries that failed.
    public var failures = 0
    /// Tries after a failure.
    public var retries = 0
    /// Requests that were dropped while they waited to be read or drawn.
    public var droppedBeforeRead = 0
    /// Requests that were dropped when their bytes had been read.
    public var droppedBeforeDecode = 0
    /// Tiles that were decoded and not delivered: nobody wanted them any more, and they only went into the cache, or
    /// they had been invalidated meanwhile, and they went nowhere.
    public var droppedBeforeDelivery = 0
    /// Tiles that were loaded though they were there; always 0.
    public var duplicates = 0
    /// Reads on the main thread; 0 unless an executor of an app's own works there.
    public var mainThreadReads = 0
    /// Decodes and drawings on the main thread; 0 unless an executor of an app's own works there.
    public var mainThreadDecodes = 0
}
