internal import Concurrency
internal import ImageSources

/// A bounded pool of memory for the blocks of MCU rows.
final class BlockRowPool: Sendable {
    private struct State: @unchecked Sendable {
        // Reached only through the lock.
        var idle: [CoefficientBlocks] = []
        var made = 0
    }

    private let state = Locked(State())
    private let limit: Int
    private let counts: [Int]

    /// Creates a pool of at most `limit` rows, with so many blocks of each component.
    init(counts: [Int], limit: Int) {
        self.counts = counts
        self.limit = limit
    }

    /// Returns a row, once the receiver has released one if the limit is reached.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory of a new row, or the error of the receiver.
    func take(awaiting receiver: any PassthroughReceiver) throws -> CoefficientBlocks {
        while true {
            if let row = state.withLock({ $0.idle.popLast() }) { return row }
            let mayMake = state.withLock { state in
                guard state.made < limit else { return false }
                state.made += 1
                return true
            }
            if mayMake { return try CoefficientBlocks(counts: counts) }
            try receiver.awaitProgress()
        }
    }

    func recycle(_ rows: [CoefficientBlocks]) {
        state.withLock { $0.idle += rows }
    }
}
