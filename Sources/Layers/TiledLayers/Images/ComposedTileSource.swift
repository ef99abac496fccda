public import TilePyramid

/// A source that composes its coarsest levels from the tiles of finer levels, because the pyramid has no coarser level.
///
/// A composed tile costs one request for each tile in it. So a layer requests a composed level only if it is the right level
/// for the view, never as a fallback.
public protocol ComposedTileSource: TileSource {
    /// The number of composed levels, counted from the coarsest existing level.
    var composedLevelCount: Int { get }
}
