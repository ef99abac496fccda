/// The progress of a cut over all tiles of all levels.
public struct CutProgress: Hashable, Sendable {
    /// Tiles that are done, including those of a resumed run and blank ones that are not stored.
    public var finishedTiles: Int
    /// Tiles of the whole pyramid.
    public var totalTiles: Int
    /// Pixels of the tiles that this run has finished.
    public var encodedPixels: Int
    /// Bytes that this run has stored.
    public var storedBytes: Int

    /// Creates progress from its parts.
    package init(finishedTiles: Int, totalTiles: Int, encodedPixels: Int, storedBytes: Int) {
        self.finishedTiles = finishedTiles
        self.totalTiles = totalTiles
        self.encodedPixels = encodedPixels
        self.storedBytes = storedBytes
    }

    /// The finished fraction of the tiles, from 0 to 1; it is 1 only after the last tile has been stored.
    public var fraction: Double { Double(finishedTiles) / Double(max(1, totalTiles)) }
}
