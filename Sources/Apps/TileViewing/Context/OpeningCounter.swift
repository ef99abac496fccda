internal import Concurrency

/// Counts the openings of files and pages, of which only the last one counts.
@MainActor
final class OpeningCounter {
    /// The number of the last opening that was begun.
    private(set) var latest = 0
    private var ended = 0
    private var cancellation: Cancellation?

    /// Whether something is being opened.
    var isBusy: Bool { latest != ended }

    /// Begins an opening, which ends the one before.
    ///
    /// - Parameter cancellation: ends the new opening; nil if it cannot be ended.
    /// - Returns: the number of the opening.
    func begin(_ cancellation: Cancellation? = nil) -> Int {
        latest += 1
        self.cancellation?.cancel()
        self.cancellation = cancellation
        return latest
    }

    /// Ends an opening; returns whether it is the last one, whose result counts.
    func end(_ number: Int) -> Bool {
        guard number == latest else { return false }
        ended = number
        return true
    }
}
