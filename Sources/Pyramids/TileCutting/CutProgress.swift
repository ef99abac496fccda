/// How far a cut is, over all tiles of all levels.
public struct CutProgress: Hashable, Sendable {
    /// Tiles that are done, those of an interrupted run before this one included; blank ones may not be stored.
    public var finishedTiles: Int
    /// Tiles the pyramid will have.
    public var totalTiles: Int
    /// Pixels of the tiles that this run has done.
    public var encodedPixels: Int
    /// Bytes that this run has stored.
    public var storedBytes: Int

    /// Progress from its parts.
    package init(finishedTiles: Int, totalTiles: Int, encodedPixels: Int, storedBytes: Int) {
        self.finishedTiles = finishedTiles
        self.totalTiles = totalTiles
        self.encodedPixels = encodedPixels
        self.storedBytes = storedBytes
    }

    /// The finished part, from 0 to 1; it is 1 when everything is stored, not before.
    public var fraction: Double { Double(finishedTiles) / Double(max(1, totalTiles)) }
}
