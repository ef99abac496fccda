/// Something that can be asked for tiles: a pyramid on disk, in an archive, or made up on the spot.
///
/// Calls may come from several threads at once.
public protocol TileSource: Sendable {
    /// The levels and their grids.
    var pyramid: Pyramid { get }

    /// The stored bytes of a tile, or nil where the pyramid has none; decoding is the caller's business.
    ///
    /// Blocks while it reads; call it on a worker, never on the main thread.
    func read(_ index: TileIndex) throws -> EncodedTile?
}
