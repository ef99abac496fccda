/// How much memory and work the statements of a connection may cost, so that a file cannot cost more than it has bytes.
package struct SQLiteLimits: Hashable, Sendable {
    /// The most bytes of a text, a blob or a row (`SQLITE_LIMIT_LENGTH`); the default is a gigabyte, SQLite's own limit.
    package var valueBytes = 1_000_000_000
    /// The most instructions of SQLite's virtual machine that a statement runs; the default is any number.
    ///
    /// Each run of a statement has all of them. A row that is read takes about twenty.
    package var instructions = Int.max

    /// Creates the default limits.
    package init() {}
}

/// The instructions that a running statement has left (`sqlite3_progress_handler`).
///
/// Confined to the thread that uses the connection.
final class SQLiteBudget {
    /// The number of instructions after which SQLite asks whether to go on.
    static let step: Int32 = 10_000

    /// The most instructions of a statement.
    var limit = Int.max
    private var left = Int.max

    /// Begins a run of a statement.
    func renew() {
        left = limit
    }

    /// Whether the running statement was stopped because it took too long.
    var isSpent: Bool { left < 0 }

    /// Counts a step; returns whether the statement has to stop, as SQLite expects it.
    static func spend(_ budget: UnsafeMutableRawPointer?) -> Int32 {
        guard let budget else { return 0 }
        let own = Unmanaged<SQLiteBudget>.fromOpaque(budget).takeUnretainedValue()
        own.left -= Int(step)
        return own.isSpent ? 1 : 0
    }
}
