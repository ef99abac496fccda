/// A source whose tiles arrive later, as those of a server do: no thread waits for them.
///
/// Loaders read from it by ``beginReading(_:urgency:completion:)``; ``TileSource/read(_:)`` is for tools that go through
/// one tile after the other.
public protocol AsynchronousTileSource: TileSource {
    /// Begins to read a tile, and returns at once.
    ///
    /// The source makes further attempts itself where these may help: a failure is final.
    ///
    /// - Parameters:
    ///   - index: the tile's address.
    ///   - urgency: whether the tile is seen already.
    ///   - completion: called once, on any thread, with the bytes of the tile, nil where the pyramid has none, or the
    ///     reason of a failure. After a cancellation it need not be called.
    /// - Returns: the reading, which may be cancelled.
    func beginReading(
        _ index: TileIndex, urgency: TileUrgency,
        completion: @escaping @Sendable (Result<EncodedTile?, any Error>) -> Void
    ) -> any TileReading
}

/// A tile that is being read.
public protocol TileReading: Sendable {
    /// Ends the reading, whose result is not wanted any more. May be called from any thread.
    func cancel()

    /// Changes the urgency. May be called from any thread.
    func setUrgency(_ urgency: TileUrgency)
}

/// How soon a tile is needed.
public enum TileUrgency: Hashable, Sendable, CaseIterable {
    /// The tile is in view.
    case visible
    /// The tile may be seen soon.
    case lookAhead
}
