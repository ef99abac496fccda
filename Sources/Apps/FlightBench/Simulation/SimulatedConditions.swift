/// The conditions under which a flight is simulated.
package struct SimulatedConditions: Hashable, Sendable {
    /// The duration of a read in seconds, 0 by default.
    package var latency: Double
    /// The fraction of reads that fail, independently for each attempt; 0 by default.
    package var failureRate: Double
    /// The seed that decides which reads fail, 1 by default.
    package var seed: UInt64
    /// The time to decode a tile of 256×256 pixels, in seconds, ``typicalDecodeTime`` by default; larger tiles take longer.
    package var decodeTime: Double
    /// The numbers of tiles that are read and decoded at a time, 32 and 2 by default.
    package var reads: Int, decoders: Int
    /// The most bytes of decoded tiles, 256 MiB by default.
    package var cacheLimit: Int
    /// Whether tiles of one level share their pixels, which costs least; `true` by default.
    ///
    /// Set it to `false` for a window, which has to upload each tile.
    package var sharesPixels = true

    /// The typical time to decode a JPEG tile of 256×256 pixels, in seconds: 2 ms, about 33 megapixels per second.
    package static let typicalDecodeTime = 0.002

    /// Frames per second.
    static let frameRate = 60.0
    /// The number of pixels of the tile that ``decodeTime`` is for.
    static let decodedPixels = 256 * 256

    /// Creates conditions; the defaults describe a fast disk.
    package init(
        latency: Double = 0, failureRate: Double = 0, seed: UInt64 = 1,
        decodeTime: Double = SimulatedConditions.typicalDecodeTime, reads: Int = 32, decoders: Int = 2,
        cacheLimit: Int = 256 << 20
    ) {
        precondition(latency >= 0 && decodeTime >= 0, "durations are not negative")
        precondition((0...1).contains(failureRate), "the failure rate is from 0 to 1")
        precondition(reads >= 1 && decoders >= 1 && cacheLimit >= 0, "there are readers, decoders and a cache limit")
        self.latency = latency
        self.failureRate = failureRate
        self.seed = seed
        self.decodeTime = decodeTime
        self.reads = reads
        self.decoders = decoders
        self.cacheLimit = cacheLimit
    }
}
