internal import LockedState
internal import TilePyramid
internal import TileStores

/// The flaws found so far, by several threads; no more than a limit of them.
final class FlawList: Sendable {
    private struct State {
        var flaws: [PyramidFlaw] = []
        var count = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether no further flaw would be kept.
    var isFull: Bool { state.withLock { $0.flaws.count >= limit } }

    /// How many there are.
    var count: Int { state.withLock { $0.count } }

    func add(_ flaw: PyramidFlaw) {
        state.withLock { state in
            state.count += 1
            if state.flaws.count < limit {
                state.flaws.append(flaw)
            }
        }
    }

    /// Adds flaws that are known by their number only.
    func add(count: Int) {
        state.withLock { $0.count += count }
    }

    /// Those that were kept, in the order of tiles; those of no tile first, by their places.
    var sorted: [PyramidFlaw] {
        state.withLock { $0.flaws }.sorted { first, second in
            let (key, other) = (Self.key(first), Self.key(second))
            return key == other ? first.place < second.place : key.lexicographicallyPrecedes(other)
        }
    }

    private static func key(_ flaw: PyramidFlaw) -> [Int] {
        flaw.tile.map { [$0.level, $0.row, $0.column] } ?? []
    }
}
