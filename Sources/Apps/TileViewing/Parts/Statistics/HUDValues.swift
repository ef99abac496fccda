internal import LayerTree

/// The values of the HUD; those that are nil or empty are left out.
struct HUDValues: Hashable, Sendable {
    /// The number of tiles in a state.
    struct TileCount: Hashable, Sendable {
        /// The name of the state.
        var state: String
        /// The number of tiles in it.
        var count: Int
    }

    /// The durations of the last frames.
    var frameTimes = FrameTimes()
    /// The number of frames in the last second.
    var framesPerSecond: Int?
    /// The visible tiles by state, in the order in which they are listed.
    var tiles: [TileCount] = []
    /// The memory of the tile cache.
    var cache: MemoryUsage?
    /// The memory of the window's textures.
    var textures: MemoryUsage?
    /// Pixels of the view where no image is shown yet.
    var blankPixels: Int?
    /// Pixels of the view that show a coarser level than they could.
    var blurredPixels: Int?
    /// Statistics of the last frame.
    var frame: FrameStatistics?

    /// The values that do not change when another frame with the same contents is drawn.
    var withoutFrameStatistics: HUDValues {
        var values = self
        values.frameTimes = FrameTimes()
        values.framesPerSecond = nil
        values.frame = nil
        return values
    }
}

/// Memory in use, and its limit.
public struct MemoryUsage: Hashable, Sendable {
    /// The bytes in use.
    public var bytes: Int
    /// The most bytes that may be in use.
    public var limit: Int

    /// Creates a memory usage.
    public init(_ bytes: Int, of limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }
}
