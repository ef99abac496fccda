internal import Dispatch
internal import Concurrency

/// Decodes rows of MCUs some way ahead of who takes them, on a thread of its own: decoding entropy-coded data is the
/// one part of the work that cannot be shared out, so it must not wait for anything else.
///
/// Who has taken all of the rows sleeps until half of those that there is room for have come. Woken by each, it would
/// have so little to do each time that the system runs it where it was woken, on the decoder's processor and in its
/// place, even if another one is idle.
final class MCURowPrefetcher: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: `decoder` is used by one thread at a time, the one that
    // `run` is on or, without it, the caller's; everything else that changes is in `state`.

    /// A row of MCUs: its bits, and numbers that become pixels of half the size.
    struct Row: @unchecked Sendable {
        let bits: MCURowBitstream
        let coefficients: UnsafeMutablePointer<Float>
    }

    private struct State: @unchecked Sendable {
        // The memory is reached through the lock alone, until it is handed out.
        var ready: [Row] = []
        var idle: [UnsafeMutablePointer<Float>] = []
        var remaining: Int
        var failure: (any Error)?
        var hasStopped = false
        var isRunning = false
        /// Whether rows are left alone until there are enough to be worth waking for.
        var isBatching = true

        /// Whether ``MCURowPrefetcher/next()`` is to go on.
        func isWorthWaking(rowsAhead: Int) -> Bool { ready.count >= rowsAhead / 2 || remaining == 0 || failure != nil }
    }

    private let decoder: any MCURowDecoder
    private let pool: ObjectPool<MCURowBitstream>
    /// The most rows that are decoded before they are wanted; none if the caller's thread decodes.
    let rowsAhead: Int
    private let state: Locked<State>

    /// A reader of so many rows.
    ///
    /// - Parameters:
    ///   - decoder: decodes them, and is used by nobody else.
    ///   - rows: how many there are.
    ///   - coefficientCount: of each row.
    ///   - pool: gives memory for their bits, and gets it back from who takes the rows.
    ///   - decodesAhead: whether another thread decodes; if not, ``next()`` does.
    init(
        _ decoder: any MCURowDecoder, rows: Int, coefficientCount: Int, pool: ObjectPool<MCURowBitstream>,
        decodesAhead: Bool
    ) {
        self.decoder = decoder
        self.pool = pool
        rowsAhead = decodesAhead ? Self.rowsAhead(of: decoder, coefficientCount: coefficientCount) : 0
        let idle = (0..<max(rowsAhead, decoder.rowsAtATime)).map { _ in
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: coefficientCount)
            memory.initialize(repeating: 0, count: coefficientCount)
            return memory
        }
        state = Locked(State(idle: idle, remaining: rows, isRunning: decodesAhead))
        if decodesAhead {
            DispatchQueue(label: "ImageCodecs.entropy").async { self.run() }
        }
    }

    deinit {
        state.withLock { state in
            for memory in state.idle + state.ready.map(\.coefficients) {
                memory.deallocate()
            }
        }
    }

    /// The most memory for rows that are decoded before they are wanted, unless even few rows need more.
    private static let bytesAhead = 8 << 20

    /// Up to 16 rows, but four at least, and twice what is decoded at a time.
    private static func rowsAhead(of decoder: any MCURowDecoder, coefficientCount: Int) -> Int {
        let rows = bytesAhead / (max(1, coefficientCount) * MemoryLayout<Float>.stride)
        return max(4, min(rows, 16), 2 * decoder.rowsAtATime)
    }

    /// Waits for the next row; its bits are the caller's, the rest is to be given back.
    ///
    /// - Throws: ``EntropyDecoder/Damage``, or what reading has failed with.
    func next() throws -> Row {
        while true {
            let row: Result<Row?, any Error> = state.wait { state in
                if state.ready.isEmpty {
                    state.isBatching = true
                } else if !state.isBatching || state.isWorthWaking(rowsAhead: rowsAhead) {
                    state.isBatching = false
                    return .success(state.ready.removeFirst())
                }
                return state.failure.map { .failure($0) } ?? (rowsAhead > 0 ? nil : .success(nil))
            }
            if let row = try row.get() { return row }
            guard decodeMore() else { preconditionFailure("there are no more rows") }
        }
    }

    func recycle(_ coefficients: UnsafeMutablePointer<Float>) {
        state.withLockAndNotify { $0.idle.append(coefficients) }
    }

    /// Ends decoding, and returns when nothing of it runs any more.
    func stop() {
        state.withLockAndNotify { $0.hasStopped = true }
        let rows = state.wait { state -> [Row]? in
            guard !state.isRunning else { return nil }
            defer { state.ready = [] }
            return state.ready
        }
        pool.recycle(rows.map(\.bits))
        state.withLock { $0.idle += rows.map(\.coefficients) }
    }

    private func run() {
        while decodeMore() {}
        state.withLockAndNotify { $0.isRunning = false }
    }

    /// Waits for room and decodes the next rows; false when no more are wanted.
    private func decodeMore() -> Bool {
        let buffers = state.wait { state -> [UnsafeMutablePointer<Float>]? in
            if state.hasStopped || state.remaining == 0 { return [] }
            let count = min(decoder.rowsAtATime, state.remaining)
            guard state.idle.count >= count else { return nil }
            state.remaining -= count
            defer { state.idle.removeLast(count) }
            return Array(state.idle.suffix(count))
        }
        if buffers.isEmpty { return false }
        let rows = buffers.map { Row(bits: pool.take(), coefficients: $0) }
        do {
            try decoder.decode(rows)
            let isWorthWaking = state.withLock { state in
                state.ready += rows
                return state.isWorthWaking(rowsAhead: rowsAhead)
            }
            if isWorthWaking {
                state.notify()
            }
        } catch {
            pool.recycle(rows.map(\.bits))
            state.withLockAndNotify { state in
                state.idle += buffers
                state.failure = error
                state.remaining = 0
            }
        }
        return true
    }
}
