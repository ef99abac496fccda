/// A source whose tiles may change while it is open, such as tiles of a server.
public protocol ChangingTileSource: TileSource {
    /// Calls a closure with each delivered tile that has changed since, so that the tile is read again.
    ///
    /// - Parameter observer: called on any thread, which it should not occupy. The source keeps it, so it should hold the
    ///   object that it notifies weakly.
    func observeChanges(_ observer: @escaping @Sendable (TileIndex) -> Void)

    /// Whether the tiles come from a cache, because the last attempt found no network or no server.
    var isOffline: Bool { get }
}
