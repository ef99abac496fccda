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

    /// Returns the address of some tile of a level that exists; nil if none was found.
    ///
    /// Blocks while it reads. A source that can list its tiles finds one in any grid, however few there are.
    func anyTile(of level: Int) throws -> TileIndex?

    /// Whether tiles may have transparent pixels, though most of them have none; false if only the tiles tell.
    var mayHaveAlpha: Bool { get }

    /// Returns a stamp that changes whenever the tile's bytes do; nil if there is no such tile, or the source cannot tell.
    ///
    /// A cache compares it with the one that it got before it read the tile. Blocks while it looks.
    func stamp(of index: TileIndex) throws -> TileStamp?
}

extension TileSource {
    /// The default is nil: tiles do not change, or only an invalidation says so.
    public func stamp(of index: TileIndex) throws -> TileStamp? { nil }

    /// The default is false: only the tiles tell.
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
