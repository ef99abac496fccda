/// A source whose tiles arrive later, such as tiles of a server: no thread waits for them.
///
/// Loaders read with ``beginReading(_:urgency:completion:)``; ``TileSource/read(_:)`` is for tools that read one tile after the
/// other.
public protocol AsynchronousTileSource: TileSource {
    /// Begins to read a tile, and returns at once.
    ///
    /// The source itself retries where this may help: a failure is final.
    ///
    /// - Parameters:
    ///   - index: the tile's address.
    ///   - urgency: the urgency of the tile.
    ///   - completion: called once, on any thread, with the bytes of the tile, nil where the pyramid has none, or the error.
    ///     After a cancellation it need not be called.
    /// - Returns: the reading, which can be cancelled.
    func beginReading(
        _ index: TileIndex, urgency: TileUrgency,
        completion: @escaping @Sendable (Result<EncodedTile?, any Error>) -> Void
    ) -> any TileReading
}

/// A tile that is being read.
public protocol TileReading: Sendable {
    /// Ends the reading, because its result is not wanted any more. May be called from any thread.
    func cancel()

    /// Changes the urgency. May be called from any thread.
    func setUrgency(_ urgency: TileUrgency)
}

/// The urgency of a tile.
public enum TileUrgency: Hashable, Sendable, CaseIterable {
    /// The tile is in view.
    case visible
    /// The tile may be seen soon.
    case lookAhead
}
