internal import Concurrency
internal import TilePyramid

/// The tiles that were requested for tools that wait for one after the other, some of them ahead of time.
///
/// Whoever reads a tile and then the next one will read the next ones, too.
final class TileReadAhead: Sendable {
    /// The tiles that are requested ahead of the one that is waited for.
    static let depth = 8
    /// The most tiles that are kept for those who have looked them up, or who will read them.
    static let keptTileLimit = 64

    /// The result of a request, which may be pending.
    final class Entry: Sendable {
        private let result = Locked<Result<EncodedTile?, any Error>?>(nil)

        /// Ends the wait.
        func finish(_ result: Result<EncodedTile?, any Error>) { self.result.withLockAndNotify { $0 = result } }

        /// Waits for the tile.
        func wait() throws -> EncodedTile? { try result.wait { $0 }.get() }
    }

    private struct State {
        var entries: [TileIndex: Entry] = [:]
        /// The indices of the entries, the oldest first, some of which may be gone.
        var order: [TileIndex] = []
        /// The tiles that were asked for last.
        var last: [TileIndex] = []

        mutating func add(_ index: TileIndex) -> Entry {
            let entry = Entry()
            entries[index] = entry
            order.append(index)
            while order.count > TileReadAhead.keptTileLimit { entries[order.removeFirst()] = nil }
            return entry
        }
    }

    private let state = Locked(State())

    /// Waits for a tile.
    ///
    /// - Parameters:
    ///   - index: the tile.
    ///   - keeps: whether it will be read again soon.
    ///   - predecessor: the tile before it in the order of tools.
    ///   - successors: the tiles after it, as many as are requested ahead.
    ///   - begin: requests a tile, and reports the result; called for those that are not there.
    /// - Returns: the tile; `nil` if there is none.
    /// - Throws: the reason of a failure.
    func wait(
        for index: TileIndex, keeps: Bool, after predecessor: TileIndex?, before successors: [TileIndex],
        begin: (TileIndex, Entry) -> Void
    ) throws -> EncodedTile? {
        let (entry, new) = state.withLock { state in
            var new: [(TileIndex, Entry)] = []
            let known = state.entries[index]
            let isSequential = known != nil || predecessor.map(state.last.contains) ?? false
            let entry = known ?? state.add(index)
            if known == nil { new.append((index, entry)) }
            if isSequential {
                for next in successors where state.entries[next] == nil { new.append((next, state.add(next))) }
            }
            if !keeps {
                state.entries[index] = nil
                state.order.removeAll { $0 == index }
            }
            state.last = state.last.suffix(7) + [index]
            return (entry, new)
        }
        for (index, entry) in new { begin(index, entry) }
        return try entry.wait()
    }
}
