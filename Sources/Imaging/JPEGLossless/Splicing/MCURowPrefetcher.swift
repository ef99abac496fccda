internal import Concurrency
internal import ImageSources

/// Decodes MCU rows ahead of their use, on a thread of its own.
///
/// Entropy decoding is the one sequential part of the work, so it must not wait for anything else. A consumer that has
/// taken all rows sleeps until half of the buffers are filled. If every row woke it, it would have so little to do that
/// the system would run it on the decoder's processor and in its place, even if another processor is idle.
final class MCURowPrefetcher: @unchecked Sendable {
    // One thread at a time uses `decoder`: the one that `run` is on or, without it, the caller's. All other mutable
    // state is in `state`.

    /// An MCU row: its bits, and its downscaled coefficients.
    struct Row: @unchecked Sendable {
        let bits: MCURowBitstream
        let coefficients: UnsafeMutablePointer<Float>
    }

    private struct State: @unchecked Sendable {
        // Reached only through the lock, until it is handed out.
        var ready: [Row] = []
        var idle: [UnsafeMutablePointer<Float>] = []
        var remaining: Int
        var failure: (any Error)?
        var hasStopped = false
        var isRunning = false
        /// Whether the consumer sleeps until enough rows are ready.
        var isBatching = true

        /// Whether enough rows are ready to wake ``MCURowPrefetcher/next()``.
        func isWorthWaking(rowsAhead: Int) -> Bool { ready.count >= rowsAhead / 2 || remaining == 0 || failure != nil }
    }

    private let decoder: any MCURowDecoder
    private let pool: ObjectPool<MCURowBitstream>
    /// The most rows decoded ahead; 0 if the caller's thread decodes.
    let rowsAhead: Int
    private let state: Locked<State>

    /// Creates a prefetcher, and starts its thread if `decodesAhead`.
    ///
    /// - Parameters:
    ///   - decoder: the decoder, used by the prefetcher alone.
    ///   - rows: the number of rows.
    ///   - coefficientCount: the number of coefficients in a row.
    ///   - pool: provides memory for the rows' bits; the consumer recycles it.
    ///   - decodesAhead: whether a thread of its own decodes; otherwise ``next()`` does.
    /// - Throws: `OutOfMemory` when the system refuses the memory of the coefficients.
    init(
        _ decoder: any MCURowDecoder, rows: Int, coefficientCount: Int, pool: ObjectPool<MCURowBitstream>,
        decodesAhead: Bool
    ) throws(OutOfMemory) {
        self.decoder = decoder
        self.pool = pool
        rowsAhead = decodesAhead ? Self.rowsAhead(of: decoder, coefficientCount: coefficientCount) : 0
        var idle: [UnsafeMutablePointer<Float>] = []
        do throws(OutOfMemory) {
            for _ in 0..<max(rowsAhead, decoder.rowsAtATime) {
                let memory = try HeapMemory.allocate(coefficientCount, of: Float.self)
                memory.initialize(repeating: 0, count: coefficientCount)
                idle.append(memory)
            }
        } catch {
            idle.forEach { HeapMemory.free($0) }
            throw error
        }
        state = Locked(State(idle: idle, remaining: rows, isRunning: decodesAhead))
        if decodesAhead {
            WorkThreads.start("JPEGLossless.entropy") { self.run() }
        }
    }

    deinit {
        state.withLock { state in
            for memory in state.idle + state.ready.map(\.coefficients) {
                HeapMemory.free(memory)
            }
        }
    }

    /// The most bytes of coefficients decoded ahead, unless the smallest number of rows needs more.
    private static let bytesAhead = 8 << 20

    /// Up to 16 rows, but at least four, and at least twice ``MCURowDecoder/rowsAtATime``.
    private static func rowsAhead(of decoder: any MCURowDecoder, coefficientCount: Int) -> Int {
        let rows = bytesAhead / (max(1, coefficientCount) * MemoryLayout<Float>.stride)
        return max(4, min(rows, 16), 2 * decoder.rowsAtATime)
    }

    /// Waits for the next row.
    ///
    /// The caller owns its bits, and gives the coefficients back with ``recycle(_:)``.
    ///
    /// - Throws: ``JPEGDamage``, or what reading has thrown.
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

    /// Stops decoding, and waits until its thread has finished.
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

    /// Waits for free buffers and decodes the next rows; returns false if there are none left to decode.
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

/// Decodes a scan's MCU rows in order.
protocol MCURowDecoder: AnyObject {
    /// The number of rows to decode at a time.
    var rowsAtATime: Int { get }
    /// Whether extraneous bytes before a marker have been skipped, or follow the rows decoded last.
    var leavesBytes: Bool { get }

    /// Decodes the next rows.
    ///
    /// - Parameter rows: receive bits and coefficients; ``rowsAtATime`` of them, fewer only at the end of the image.
    /// - Throws: ``JPEGDamage``, or what reading throws.
    func decode(_ rows: [MCURowPrefetcher.Row]) throws
}
