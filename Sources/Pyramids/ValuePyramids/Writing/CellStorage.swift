internal import Concurrency

/// Passes complete cells to a sink, in order where the sink requires it.
final class CellStorage: Sendable {
    private struct State {
        /// The number of the cell that is stored next.
        var next = 0
        /// Cells that are complete before earlier ones.
        var waiting: [Int: OpenCell.Complete] = [:]
    }

    private let sink: any ValuePyramidSink
    private let state = Locked(State())

    /// Creates an order of cells that begins with number 0.
    init(_ sink: any ValuePyramidSink) {
        self.sink = sink
    }

    /// Stores a cell, and those that have waited for it; or keeps it until earlier ones are complete.
    ///
    /// - Throws: the error of the sink.
    func store(_ cell: OpenCell.Complete) throws {
        guard sink.storesInOrder else { return try pass(cell) }
        // Other threads wait during a write, so that few cells are ever kept.
        try state.withLock { state in
            state.waiting[cell.sequence] = cell
            while let cell = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                try pass(cell)
            }
        }
    }

    private func pass(_ cell: OpenCell.Complete) throws {
        try Trace.span("store", .cutting) { try sink.store(cell.chunks, at: cell.index) }
    }
}
