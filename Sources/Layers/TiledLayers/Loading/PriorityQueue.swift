/// Tiles ordered by how urgently they are wanted.
struct PriorityQueue {
    /// The most urgent one last.
    private var entries: [(priority: TilePriority, key: TileKey)] = []

    var count: Int { entries.count }

    /// The priority of the most urgent one.
    var best: TilePriority? { entries.last?.priority }

    /// The most urgent one.
    var first: TileKey? { entries.last?.key }

    /// Adds a tile that is not in the list.
    ///
    /// - Complexity: O(n); one step when it is the most urgent.
    mutating func insert(_ key: TileKey, _ priority: TilePriority) {
        let insertionIndex = entries.lastIndex { priority < $0.priority }.map { $0 + 1 } ?? 0
        entries.insert((priority, key), at: insertionIndex)
    }

    /// Takes out the most urgent one.
    mutating func popFirst() -> TileKey? { entries.popLast()?.key }

    /// Puts others in place of all.
    mutating func replace(with tiles: [(priority: TilePriority, key: TileKey)]) {
        entries = tiles.sorted { $1.priority < $0.priority }
    }
}
