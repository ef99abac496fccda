public import TilePyramid

/// A source whose coarsest levels are composed of the tiles of finer ones, because the pyramid has none that is coarser.
///
/// A composed tile costs as many requests as it shows tiles. So a layer requests such a level only for views that it is
/// the right one for, never as a fallback.
public protocol ComposedTileSource: TileSource {
    /// The number of composed levels, counted from the coarsest present one.
    var composedLevelCount: Int { get }
}
