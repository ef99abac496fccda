public import LayerTree

/// The figures of the HUD; what is nil or empty is left out.
public struct HUDValues: Hashable, Sendable {
    /// How many tiles are in a state.
    public struct TileCount: Hashable, Sendable {
        /// The state.
        public var state: String
        /// How many are in it.
        public var count: Int

        /// A count.
        public init(_ state: String, _ count: Int) {
            self.state = state
            self.count = count
        }
    }

    /// Bytes that are held, and how many may be.
    public struct MemoryUsage: Hashable, Sendable {
        /// Bytes that are held.
        public var bytes: Int
        /// The cap on them.
        public var limit: Int

        /// Some bytes of as many as there may be.
        public init(_ bytes: Int, of limit: Int) {
            self.bytes = bytes
            self.limit = limit
        }
    }

    /// How long the last frames took.
    public var frameTimes = FrameTimes()
    /// Tiles by their state, in the order they are listed.
    public var tiles: [TileCount] = []
    /// The tile cache.
    public var cache: MemoryUsage?
    /// The textures of the window.
    public var textures: MemoryUsage?
    /// Pixels of the view in which there is no image yet.
    public var blankPixels: Int?
    /// Pixels of the view that show a coarser level than they could.
    public var blurredPixels: Int?
    /// What the last frame has cost.
    public var frame: FrameStatistics?

    /// No figures.
    public init() {}

    /// What does not change when only another frame with the same picture is drawn.
    var withoutFrameStatistics: HUDValues {
        var values = self
        values.frameTimes = FrameTimes()
        values.frame = nil
        return values
    }
}
