internal import Concurrency
internal import TilePyramid

/// Where the pixels wait that two neighbors share, until the second of them comes.
///
/// Tiles come row by row, so that about a row of edges waits at a time.
final class OverlapMatcher: Sendable {
    /// The pixels that two neighbors both have.
    struct Edge: Hashable {
        /// The left or upper one of the two.
        var first: TileIndex
        /// Whether the other one lies below it.
        var isBelow: Bool
    }

    private let waiting = Locked<[Edge: [UInt8]?]>([:])

    /// Brings the lightness of an edge's pixels as one of the two tiles has them; nil when that tile is damaged.
    ///
    /// - Returns: the mean difference, in steps of 255; nil from the first one, and when there is nothing to compare.
    func add(_ pixels: [UInt8]?, of edge: Edge) -> Double? {
        let other: [UInt8]? = waiting.withLock { waiting in
            if let other = waiting.removeValue(forKey: edge) { return other }
            waiting[edge] = .some(pixels)
            return nil
        }
        guard let pixels, let other, pixels.count == other.count, !pixels.isEmpty else { return nil }
        let sum = zip(pixels, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(pixels.count)
    }
}
