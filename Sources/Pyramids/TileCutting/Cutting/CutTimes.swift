/// The time that a cut has spent on each kind of work, in seconds.
///
/// One thread decodes; what it does alone limits a cut with many threads.
public struct CutTimes: Hashable, Sendable {
    /// The processor time of all threads of the process during the cut; processes that decode for it do not count.
    public var processor: Double
    /// The processor time of the decoding thread, without that of the tiles that it has encoded itself.
    public var decoding: Double
    /// The time for which the decoding thread has slept because all memory for tiles was in use.
    public var waitingForMemory: Double
    /// The time for which the decoding thread has slept until the last tiles were encoded.
    public var waitingForTiles: Double
    /// The time that finishing the store has taken.
    public var finishing: Double

    /// Creates times from their parts.
    package init(
        processor: Double, decoding: Double, waitingForMemory: Double, waitingForTiles: Double, finishing: Double
    ) {
        self.processor = processor
        self.decoding = decoding
        self.waitingForMemory = waitingForMemory
        self.waitingForTiles = waitingForTiles
        self.finishing = finishing
    }
}
