internal import Concurrency

/// How much a tile loader does at a time.
public struct TileLoaderConcurrency: Hashable, Sendable {
    /// Tiles that are being read, or are read and wait to be decoded, at most; default 32.
    ///
    /// Reads mostly wait: for a disk, for a network. There are as many at a time as keep the decoders busy, so a fast
    /// source is not read ahead of what is wanted, and a slow one is read in parallel.
    public var reads: Int
    /// Tiles that are being decoded or drawn, at most; default one for each processor but one, at least 2.
    ///
    /// The processor that is left out makes the frames meanwhile. On two processors the frames share one, because
    /// decoding with half of them would double the time until a view is sharp.
    public var decodes: Int

    /// Limits of work.
    public init(reads: Int = 32, decodes: Int = max(2, Self.processorCount - 1)) {
        precondition(reads >= 1 && decodes >= 1, "at least one tile is loaded at a time")
        self.reads = reads
        self.decodes = decodes
    }

    /// Processors that this process may run on.
    public static var processorCount: Int { Processors.count }
}
