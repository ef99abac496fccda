internal import Concurrency
internal import TilePyramid
internal import TileStores

/// The flaws found so far, by several threads; no more than a limit of them.
final class ValidationIssueList: Sendable {
    private struct State {
        var issues: [ValidationIssue] = []
        var count = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether no further flaw would be kept.
    var isFull: Bool { state.withLock { $0.issues.count >= limit } }

    /// How many there are.
    var count: Int { state.withLock { $0.count } }

    func add(_ issue: ValidationIssue) {
        state.withLock { state in
            state.count += 1
            if state.issues.count < limit {
                state.issues.append(issue)
            }
        }
    }

    /// Adds flaws that are known by their number only.
    func add(count: Int) {
        state.withLock { $0.count += count }
    }

    /// Those that were kept, in the order of tiles; those of no tile first, by their places.
    var sorted: [ValidationIssue] {
        state.withLock { $0.issues }.sorted { first, second in
            let (key, other) = (Self.key(first), Self.key(second))
            return key == other ? first.location < second.location : key.lexicographicallyPrecedes(other)
        }
    }

    private static func key(_ issue: ValidationIssue) -> [Int] {
        issue.tile.map { [$0.level, $0.row, $0.column] } ?? []
    }
}
