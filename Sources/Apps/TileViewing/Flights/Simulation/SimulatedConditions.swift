/// Under which conditions a flight is simulated.
public struct SimulatedConditions: Hashable, Sendable {
    /// Seconds from the begin of a read to its end; default 0.
    public var latency: Double
    /// The part of all reads that fail, each try by itself; default 0.
    public var failureRate: Double
    /// What makes one run's failures different from another's; default 1.
    public var seed: UInt64
    /// Seconds that decoding a tile of 256×256 pixels takes; larger ones take longer; default ``typicalDecodeTime``.
    public var decodeTime: Double
    /// How many tiles are read, and how many are decoded at a time; default 32 and 2.
    public var reads: Int, decoders: Int
    /// The most bytes of decoded tiles; default 256 MiB.
    public var cacheLimit: Int
    /// Frames each second; default 60.
    public var frameRate: Double

    /// Seconds that a JPEG tile of 256×256 pixels takes from compressed bytes to pixels on an ordinary processor:
    /// 2 ms, about 33 megapixels a second.
    public static let typicalDecodeTime = 0.002

    /// Pixels of the tile that ``decodeTime`` is for.
    static let decodedPixels = 256 * 256

    /// Conditions; those of a fast disk unless said otherwise.
    public init(
        latency: Double = 0, failureRate: Double = 0, seed: UInt64 = 1,
        decodeTime: Double = SimulatedConditions.typicalDecodeTime, reads: Int = 32, decoders: Int = 2,
        cacheLimit: Int = 256 << 20, frameRate: Double = 60
    ) {
        precondition(latency >= 0 && decodeTime >= 0, "time does not run back")
        precondition((0...1).contains(failureRate), "a part of the reads fails")
        precondition(reads >= 1 && decoders >= 1 && cacheLimit >= 0, "at least one tile is loaded at a time")
        precondition(frameRate > 0, "there are frames")
        self.latency = latency
        self.failureRate = failureRate
        self.seed = seed
        self.decodeTime = decodeTime
        self.reads = reads
        self.decoders = decoders
        self.cacheLimit = cacheLimit
        self.frameRate = frameRate
    }
}
