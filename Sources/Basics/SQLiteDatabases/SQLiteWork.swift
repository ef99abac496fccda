internal import Concurrency

/// The work that all statements of a database may do together, in instructions of SQLite's virtual machine.
///
/// Useful work costs nothing: each run of a statement has an allowance of ``runAllowance``, and each row an allowance of
/// ``rowAllowance``. So tiles can be looked up for as long as a process lives, while statements that read whole tables again
/// and again for one row, or join them without an index, are stopped.
package final class SQLiteWork: Sendable {
    /// The instructions of a run that are not counted: 20,000, many times the cost of a lookup with an index.
    package static let runAllowance = 20_000
    /// The instructions for a row that are not counted: 64; reading a row takes about twenty.
    package static let rowAllowance = 64

    private let left: Locked<Int>

    /// Creates a budget of instructions.
    package init(instructions: Int) {
        left = Locked(max(0, instructions))
    }

    /// The remaining instructions.
    package var instructionsLeft: Int { left.withLock(\.self) }

    /// Takes instructions; returns whether that many were left.
    func take(_ count: Int) -> Bool {
        left.withLock { left in
            guard count <= left else { return false }
            left -= count
            return true
        }
    }
}

/// Counts what the running statement of a connection does (`sqlite3_progress_handler`).
///
/// Confined to the thread that uses the connection.
final class SQLiteProgress {
    /// The number of instructions after which SQLite asks whether to go on.
    static let step: Int32 = 10_000

    /// The work that all statements may do; nil for any work.
    var work: SQLiteWork?
    /// The instructions that are not counted.
    private var allowance = 0

    /// Begins a run of a statement.
    func begin() {
        allowance = SQLiteWork.runAllowance
    }

    /// Notes a row of the running statement.
    func noteRow() {
        allowance &+= SQLiteWork.rowAllowance
    }

    /// Counts a step; returns whether the statement has to stop, as SQLite expects it.
    static func spend(_ progress: UnsafeMutableRawPointer?) -> Int32 {
        guard let progress else { return 0 }
        let own = Unmanaged<SQLiteProgress>.fromOpaque(progress).takeUnretainedValue()
        guard let work = own.work else { return 0 }
        // Checked: at most a step.
        let free = min(own.allowance, Int(step))
        own.allowance -= free
        return work.take(Int(step) - free) ? 0 : 1
    }
}
