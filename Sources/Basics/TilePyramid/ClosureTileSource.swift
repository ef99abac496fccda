/// A tile source whose tiles an app provides: from a database, an archive of its own, memory.
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

    /// A source that asks `readTile` for each tile.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - readTile: gives a tile's bytes, or nil where there is none; called on workers, by several at once, for tiles
    ///     of the pyramid only. It may block. What it throws is the tile's failure.
    public init(pyramid: Pyramid, readTile: @escaping @Sendable (_ index: TileIndex) throws -> EncodedTile?) {
        self.pyramid = pyramid
        self.readTile = readTile
    }

    /// The closure's answer; nil without asking it for what is no tile of the pyramid.
    ///
    /// - Throws: what the closure throws.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try readTile(index)
    }
}
