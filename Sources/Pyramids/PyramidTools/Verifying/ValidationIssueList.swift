internal import Concurrency
internal import FilePyramids
internal import TilePyramid

/// The issues found so far, added by several threads; keeps at most a limit of them.
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

    /// Whether further issues would only be counted.
    var isFull: Bool { state.withLock { $0.issues.count >= limit } }

    /// The number of issues, including those that were not kept.
    var count: Int { state.withLock { $0.count } }

    func add(_ issue: ValidationIssue) {
        state.withLock { state in
            state.count += 1
            if state.issues.count < limit {
                state.issues.append(issue)
            }
        }
    }

    /// Counts issues that are not kept.
    func add(count: Int) {
        state.withLock { $0.count += count }
    }

    /// The kept issues: first those about no tile, by location, then those about tiles, in tile order.
    var sorted: [ValidationIssue] {
        state.withLock { $0.issues }.sorted { first, second in
            let key = Self.key(first)
            let other = Self.key(second)
            return key == other ? first.location < second.location : key.lexicographicallyPrecedes(other)
        }
    }

    private static func key(_ issue: ValidationIssue) -> [Int] {
        issue.tile.map { [$0.level, $0.row, $0.column] } ?? []
    }
}
