/// A source whose tiles may change while it is open, as those of a server do.
public protocol ChangingTileSource: TileSource {
    /// Calls a closure with each tile that was delivered and has changed since, so that it is read again.
    ///
    /// - Parameter observer: called on any thread, which it should not occupy; kept as long as the source, so that it
    ///   should hold what it notifies weakly.
    func observeChanges(_ observer: @escaping @Sendable (TileIndex) -> Void)

    /// Whether the tiles come from a cache, because the last attempt found no network or no server.
    var isOffline: Bool { get }
}
