/// A queue of tiles by priority.
struct PriorityQueue {
    /// In ascending urgency, so that removing the most urgent one is O(1).
    private var entries: [(priority: TilePriority, key: TileKey)] = []

    var count: Int { entries.count }

    /// The priority of the most urgent tile.
    var best: TilePriority? { entries.last?.priority }

    /// The most urgent tile.
    var first: TileKey? { entries.last?.key }

    /// Inserts a tile that is not in the queue.
    ///
    /// - Complexity: O(n); O(1) if the tile is the most urgent.
    mutating func insert(_ key: TileKey, _ priority: TilePriority) {
        let insertionIndex = entries.lastIndex { priority < $0.priority }.map { $0 + 1 } ?? 0
        entries.insert((priority, key), at: insertionIndex)
    }

    /// Removes and returns the most urgent tile.
    mutating func popFirst() -> TileKey? { entries.popLast()?.key }

    /// Replaces all entries.
    mutating func replace(with tiles: [(priority: TilePriority, key: TileKey)]) {
        entries = tiles.sorted { $1.priority < $0.priority }
    }
}
