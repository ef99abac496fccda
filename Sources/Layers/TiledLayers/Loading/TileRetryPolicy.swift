/// When a tile that failed to load is retried, and how often.
public struct TileRetryPolicy: Hashable, Sendable {
    /// The delay in seconds before each further attempt.
    ///
    /// The default is 0.5, 2 and 8: four attempts in all. After the last attempt the tile counts as failed until it has
    /// been out of view.
    public var delays: [Double]

    /// Creates a policy with these delays.
    public init(delays: [Double] = [0.5, 2, 8]) {
        precondition(delays.allSatisfy { $0 >= 0 }, "delays must not be negative")
        self.delays = delays
    }
}
