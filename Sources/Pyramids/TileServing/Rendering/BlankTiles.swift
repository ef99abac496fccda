internal import Concurrency
internal import TilePyramid

/// The pixels of absent tiles, which all tiles of a size share: a level may lack millions.
///
/// From any thread.
final class BlankTiles: Sendable {
    /// The most sizes that are kept: those of whole tiles, and of tiles at the edges, at all scales.
    static let sizeLimit = 16

    private let tiles = Locked<[PixelSize: PixelMemory]>([:])

    /// Returns the pixels of a size.
    ///
    /// - Parameters:
    ///   - size: the columns and rows.
    ///   - make: makes them the first time.
    /// - Returns: the pixels, which nobody writes.
    /// - Throws: what `make` throws.
    func tile(of size: PixelSize, _ make: () throws -> PixelMemory) throws -> PixelMemory {
        if let tile = tiles.withLock({ $0[size] }) { return tile }
        let tile = try make()
        tiles.withLock { tiles in
            if tiles.count >= Self.sizeLimit { tiles.removeAll() }
            tiles[size] = tile
        }
        return tile
    }
}
