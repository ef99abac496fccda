internal import Concurrency

/// A cell whose chunks are being encoded, by several threads.
final class OpenCell: Sendable {
    private struct State {
        var chunks: [[UInt8]?]
        var remaining: Int
        var sequence: Int?
    }

    /// A cell whose chunks are all encoded.
    struct Complete: Sendable {
        /// The place of the cell.
        let index: PlaneGridIndex
        /// The encoded chunks, row by row.
        let chunks: [[UInt8]?]
        /// The number of the cell in the order in which cells are stored.
        let sequence: Int
    }

    /// The place of the cell.
    let index: PlaneGridIndex
    private let state: Locked<State>

    /// Creates a cell of some chunks, of which `present` lie within the level.
    init(_ index: PlaneGridIndex, chunks: Int, present: Int) {
        self.index = index
        state = Locked(State(chunks: Array(repeating: nil, count: chunks), remaining: present))
    }

    /// Sets the number of the cell in the order of storing; called before its last chunks are queued.
    func setSequence(_ sequence: Int) {
        state.withLock { $0.sequence = sequence }
    }

    /// Keeps an encoded chunk, nil if it is left out; returns the cell once it is complete.
    func add(_ bytes: [UInt8]?, at position: Int) -> Complete? {
        // Encoders reserve more than they use, and shards of many chunks wait in memory.
        let compact = bytes.map { $0.capacity > $0.count + $0.count / 8 ? $0.withUnsafeBytes { Array($0) } : $0 }
        return state.withLock { state in
            state.chunks[position] = compact
            state.remaining -= 1
            guard state.remaining == 0, let sequence = state.sequence else { return nil }
            let chunks = state.chunks
            state.chunks = []
            return Complete(index: index, chunks: chunks, sequence: sequence)
        }
    }
}
