/// A tile source that can also be written.
///
/// Tiles are written in any order and from several threads. Until ``finish()`` returns, the store keeps everything under a
/// partial name, so that nothing looks finished.
public protocol TileStore: TileSource {
    /// Returns whether the interrupted run that this run continues has already stored the tile.
    func isFinished(_ index: TileIndex) -> Bool

    /// The bytes of all tiles for which ``isFinished(_:)`` is true; constant during a run.
    var finishedBytes: Int { get }

    /// The tiles and bytes that deduplication has saved so far; safe to read from any thread.
    var deduplication: DeduplicationStatistics { get }

    /// Whether all tiles must be encoded alike, because the store describes their encoding once for all of them.
    var requiresUniformEncoding: Bool { get }

    /// This store as one that also keeps small levels as single images; nil if it keeps tiles only.
    var levelImages: (any LevelImageStore)? { get }

    /// Stores a tile's bytes, which are valid only during the call.
    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws

    /// Declares that a tile will not be written, because it is blank.
    ///
    /// A store with a fixed order of tiles then does not wait for the tile. The finished pyramid is the same without this call.
    func skip(_ index: TileIndex) throws

    /// Publishes the pyramid under its final name, and replaces an older one if that was requested.
    func finish() throws

    /// Stops for now: stored tiles stay under the partial name, and a later run can continue.
    func suspend() throws

    /// Removes everything that this run has stored.
    func discard() throws
}

extension TileStore {
    /// The default is `false`: an interrupted run cannot be continued.
    public func isFinished(_ index: TileIndex) -> Bool { false }

    /// The default is 0: an interrupted run cannot be continued.
    public var finishedBytes: Int { 0 }

    /// The default is none: every tile has bytes of its own.
    public var deduplication: DeduplicationStatistics { DeduplicationStatistics() }

    /// The default is `false`: every tile describes its own encoding.
    public var requiresUniformEncoding: Bool { false }

    /// The default does nothing: the store waits for no tile.
    public func skip(_ index: TileIndex) throws {}

    /// The default is nil: the store keeps tiles only.
    public var levelImages: (any LevelImageStore)? { nil }
}
