/// How often and when a tile that could not be loaded is tried again.
public struct TileRetryPolicy: Hashable, Sendable {
    /// Seconds to wait before each further try; default 0.5, 2 and 8, four tries in all.
    ///
    /// After the last one the tile counts as failed until it has been out of sight.
    public var delays: [Double]

    /// Tries after these delays.
    public init(delays: [Double] = [0.5, 2, 8]) {
        precondition(delays.allSatisfy { $0 >= 0 }, "time does not run back")
        self.delays = delays
    }
}
