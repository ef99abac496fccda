/// A tile source that can also be written.
///
/// Tiles come in any order and from several threads. Nothing looks finished before ``finish()`` has returned: until
/// then the store keeps everything under a partial name.
public protocol TileStore: TileSource {
    /// Whether an interrupted run, which this one continues, has already stored the tile.
    func isFinished(_ index: TileIndex) -> Bool

    /// The bytes of all tiles for which ``isFinished(_:)`` is true; does not change during a run.
    var finishedBytes: Int { get }

    /// What equal tiles have saved so far; from any thread.
    var deduplication: DeduplicationStatistics { get }

    /// Whether all its tiles have to be encoded alike, as it says once for all of them how they are.
    var requiresUniformEncoding: Bool { get }

    /// Stores a tile's bytes, which are valid during the call only.
    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws

    /// Makes the pyramid appear under its real name, replacing an older one if that was asked for.
    func finish() throws

    /// Stops for now: what has been stored stays under its partial name, for a later run to go on with.
    func suspend() throws

    /// Gives up: removes everything this run has stored.
    func discard() throws
}

extension TileStore {
    /// None, as every tile has bytes of its own.
    public var deduplication: DeduplicationStatistics { DeduplicationStatistics() }

    /// False, as most tiles speak for themselves.
    public var requiresUniformEncoding: Bool { false }
}
