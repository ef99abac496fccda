/// The measured speed of a loader: a moving average over the last tiles.
public struct TileRate: Hashable, Sendable {
    /// The number of tiles that can be loaded in a second for one moving view.
    public var tilesPerSecond: Double
    /// The time in seconds from the start of a tile's reading to its pixels.
    public var latency: Double

    /// Creates a rate.
    public init(tilesPerSecond: Double, latency: Double) {
        self.tilesPerSecond = tilesPerSecond
        self.latency = latency
    }
}
