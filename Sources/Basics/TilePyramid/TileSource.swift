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

    /// Returns the address of any existing tile of a level; nil if none was found.
    ///
    /// Blocks while it reads. A source that can list its tiles finds one in any grid, however few tiles there are.
    func anyTile(of level: Int) throws -> TileIndex?

    /// Whether tiles may have transparent pixels, although most have none; false if this is only known from the tiles.
    var mayHaveAlpha: Bool { get }

    /// Returns a stamp that changes whenever the tile's bytes change; nil if there is no such tile, or if the source has no
    /// stamps.
    ///
    /// A cache compares it with the stamp that it got before it read the tile. Blocks while it looks.
    func stamp(of index: TileIndex) throws -> TileStamp?
}

extension TileSource {
    /// The default is nil: tiles do not change, or are invalidated explicitly.
    public func stamp(of index: TileIndex) throws -> TileStamp? { nil }

    /// The default is false: transparency is only known from the tiles.
    public var mayHaveAlpha: Bool { false }

    /// The default reads one tile after the other, row by row, at most 4096.
    public func anyTile(of level: Int) throws -> TileIndex? {
        guard pyramid.presentLevels.contains(level) else { return nil }
        let grid = pyramid.levels[level].grid
        return try (0..<min(grid.count, 4096)).lazy
            .map { TileIndex(level: level, column: $0 % grid.columns, row: $0 / grid.columns) }
            .first { try read($0) != nil }
    }
}
