/// A tile source that gets its tiles from a closure: from a database, an app's own archive, or memory.
///
/// ```swift
/// let source = ClosureTileSource(pyramid: Pyramid(size: size)) { index in
///     try database.bytes(of: index).map { EncodedTile(bytes: $0, format: .jpeg) }
/// }
/// ```
public struct ClosureTileSource: TileSource {
    /// The levels and their grids.
    public let pyramid: Pyramid
    private let readTile: @Sendable (TileIndex) throws -> EncodedTile?

    /// Creates a source that calls `readTile` for each tile.
    ///
    /// - Parameters:
    ///   - pyramid: the levels and their grids.
    ///   - readTile: returns a tile's bytes, or nil where there is no tile. It is called only for tiles of the pyramid,
    ///     on worker threads, and by several at once. It may block. An error that it throws fails that tile only.
    public init(pyramid: Pyramid, readTile: @escaping @Sendable (_ index: TileIndex) throws -> EncodedTile?) {
        self.pyramid = pyramid
        self.readTile = readTile
    }

    /// Returns the closure's tile; nil, without calling it, for an index outside the pyramid.
    ///
    /// - Throws: The closure's error.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try readTile(index)
    }
}
