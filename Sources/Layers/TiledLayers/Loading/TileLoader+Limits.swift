internal import Concurrency

/// The number of tiles that a loader reads and decodes at once.
public struct TileLoaderConcurrency: Hashable, Sendable {
    /// The maximum number of tiles being read, or read and waiting to be decoded.
    ///
    /// The default is 32. Reads mostly wait for a disk or a network. Only as many run at once as keep the decoders busy: a fast
    /// source is not read ahead of the demand, and a slow source is read in parallel.
    public var reads: Int
    /// The maximum number of tiles being decoded or drawn.
    ///
    /// The default is one less than the number of processors, at least 2. The remaining processor produces the frames. On two
    /// processors the frames share a processor with a decoder, because a single decoder would double the time until a view is
    /// sharp.
    public var decodes: Int

    /// Creates limits.
    public init(reads: Int = 32, decodes: Int = max(2, Self.processorCount - 1)) {
        precondition(reads >= 1 && decodes >= 1, "reads and decodes must be at least 1")
        self.reads = reads
        self.decodes = decodes
    }

    /// The number of processors that this process may run on.
    public static var processorCount: Int { Processors.count }
}

/// The retries of a tile that could not be read: their number and delays.
///
/// Reading, mapping and drawing are retried. Decoding is retried only if memory was short or a file could not be read: any other
/// tile that cannot be decoded is damaged.
public struct TileRetryPolicy: Hashable, Sendable {
    /// The delays before the further attempts, in seconds.
    ///
    /// The default is 0.5, 2 and 8: four attempts in all. After the last attempt the tile counts as failed until it has
    /// been out of view.
    public var delays: [Double]

    /// Creates a policy with these delays.
    public init(delays: [Double] = [0.5, 2, 8]) {
        precondition(delays.allSatisfy { $0 >= 0 }, "delays must not be negative")
        self.delays = delays
    }
}
