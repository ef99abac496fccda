/// A source of encoded tiles: a pyramid on disk, in an archive, or generated on demand.
///
/// It may be called from several threads at once.
public protocol TileSource: Sendable {
    /// The levels and their grids.
    var pyramid: Pyramid { get }

    /// Returns the stored bytes of a tile, or nil where the pyramid has none. Decoding is left to the caller.
    ///
    /// Blocks while it reads: call it on a worker thread, never on the main thread.
    func read(_ index: TileIndex) throws -> EncodedTile?
}
