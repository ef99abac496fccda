internal import Concurrency
internal import TilePyramid

/// Pairs the overlapping pixels of two neighbors: holds those of the first tile until the second one is decoded.
///
/// Tiles come row by row, so that about one row of overlaps is held at a time.
final class OverlapMatcher: Sendable {
    /// The overlap of two neighbors.
    struct Edge: Hashable {
        /// The left or upper neighbor.
        var first: TileIndex
        /// Whether the other neighbor lies below, not to the right.
        var isBelow: Bool
    }

    private let waiting = Locked<[Edge: [UInt8]?]>([:])

    /// Adds the luma of an overlap's pixels in one of the two tiles; nil when that tile is damaged.
    ///
    /// - Returns: The mean absolute difference, from 0 to 255; nil for the first tile, or if there is nothing to
    ///   compare.
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
