internal import Concurrency
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Filtered rows of one pass, `stride` bytes apart, each after its filter type.
struct PNGRowBlock {
    /// The first filter type; the rows belong to the owner of the block.
    let base: UnsafeMutableRawPointer
    /// The index of the pass.
    let pass: Int
    /// The complete rows, counted from the first of the pass.
    let rows: Range<Int>
    /// The bytes from one row to the next.
    let stride: Int
    /// The reason why there are no more rows, or what is wrong after the last one; nil if there is none.
    let problem: PNGDataReader.Problem?
}

/// The rows of a PNG in blocks, decompressed ahead of their use on a thread of its own.
///
/// Decompression is the one sequential part of the work, so it must not wait for anything else. A consumer that has
/// taken all blocks sleeps until half of the memory is filled, so that it does not wake for each of them.
final class PNGRowBlocks: @unchecked Sendable {
    // One thread at a time uses `data` and `next`: the one that `run` is on or, without it, the caller's. All other
    // mutable state is in `state`.

    private struct State: @unchecked Sendable {
        // Reached only through the lock, until it is handed out.
        var ready: [PNGRowBlock] = []
        var idle: [UnsafeMutableRawPointer] = []
        var hasEnded = false
        var hasStopped = false
        var isRunning = false
        /// Whether the consumer sleeps until enough blocks are ready.
        var isBatching = true
    }

    /// The bytes of a block, unless a row has more.
    static let blockBytes = 768 << 10
    /// The bytes of all blocks, unless two rows have more.
    static let totalBytes = 3 << 20
    /// The rows of a block are a multiple of this number if there are enough, which suits halving and encoding.
    private static let rowMultiple = 16

    private let passes: [PNGPass]
    private let data: PNGDataReader
    private var next = (pass: 0, row: 0)
    private let memory: [UnsafeMutableRawPointer]
    private let decodesAhead: Bool
    private let state: Locked<State>

    /// Creates the blocks, and starts their thread if `decodesAhead` and there is more than one.
    ///
    /// - Throws: `OutOfMemory` when the system refuses their memory.
    init(_ passes: [PNGPass], _ data: PNGDataReader, decodesAhead: Bool) throws(OutOfMemory) {
        self.passes = passes
        self.data = data
        let bytes = passes.map { Self.rows($0) * ($0.rowBytes + 1) }.max() ?? 0
        let blocks = passes.reduce(0) { $0 + ($1.size.height + Self.rows($1) - 1) / Self.rows($1) }
        self.decodesAhead = decodesAhead && blocks > 1
        let count = self.decodesAhead ? min(blocks, max(2, Self.totalBytes / max(1, bytes))) : 1
        var memory: [UnsafeMutableRawPointer] = []
        do throws(OutOfMemory) {
            for _ in 0..<count { memory.append(try HeapMemory.allocate(bytes + PNGFilter.padding)) }
        } catch {
            memory.forEach { HeapMemory.free($0) }
            throw error
        }
        self.memory = memory
        state = Locked(State(idle: memory, isRunning: self.decodesAhead))
        if self.decodesAhead {
            WorkThreads.start("ImageCodecs.inflate") { self.run() }
        }
    }

    deinit { memory.forEach { HeapMemory.free($0) } }

    /// The rows of a block of a pass.
    private static func rows(_ pass: PNGPass) -> Int {
        let rows = max(1, min(pass.size.height, blockBytes / (pass.rowBytes + 1)))
        return rows > rowMultiple ? rows / rowMultiple * rowMultiple : rows
    }

    /// Waits for the next block, which is given back with ``recycle(_:)``; nil after the last row or a problem.
    func take() -> PNGRowBlock? {
        guard decodesAhead else {
            let base = state.withLock { $0.hasEnded ? nil : $0.idle.popLast() }
            let block = base.flatMap { decode(into: $0) }
            if block == nil { state.withLock { $0.hasEnded = true } }
            return block
        }
        let half = (memory.count + 1) / 2
        return state.wait { state -> PNGRowBlock?? in
            if state.ready.isEmpty {
                state.isBatching = true
                return state.hasEnded ? .some(nil) : nil
            }
            guard !state.isBatching || state.hasEnded || state.ready.count >= half else { return nil }
            state.isBatching = false
            return state.ready.removeFirst()
        }
    }

    /// Gives the memory of a block back.
    func recycle(_ block: PNGRowBlock) { state.withLockAndNotify { $0.idle.append(block.base) } }

    /// Stops decompressing, and waits until the thread has finished.
    func stop() {
        state.withLockAndNotify { $0.hasStopped = true }
        state.wait { $0.isRunning ? nil : () }
    }

    private func run() {
        while let base = freeMemory(), let block = decode(into: base) {
            let isWorthWaking = state.withLock { state in
                state.ready.append(block)
                return !state.isBatching || state.ready.count >= (memory.count + 1) / 2
            }
            if isWorthWaking { state.notify() }
        }
        state.withLockAndNotify { state in
            state.hasEnded = true
            state.isRunning = false
        }
    }

    private func freeMemory() -> UnsafeMutableRawPointer? {
        state.wait { state -> UnsafeMutableRawPointer?? in
            if state.hasStopped { return .some(nil) }
            guard !state.idle.isEmpty else { return nil }
            return state.idle.removeLast()
        }
    }

    /// Decompresses the next block; nil after the last.
    private func decode(into base: UnsafeMutableRawPointer) -> PNGRowBlock? {
        guard next.pass < passes.count else { return nil }
        let index = next.pass
        let pass = passes[next.pass]
        let stride = pass.rowBytes + 1
        let wanted = min(Self.rows(pass), pass.size.height - next.row)
        let (bytes, problem) = data.read(into: UnsafeMutableRawBufferPointer(start: base, count: wanted * stride))
        let rows = next.row..<next.row + bytes / stride
        next = rows.upperBound == pass.size.height ? (index + 1, 0) : (index, rows.upperBound)
        let isLast = next.pass == passes.count
        if problem != nil { next.pass = passes.count }
        return PNGRowBlock(
            base: base, pass: index, rows: rows, stride: stride, problem: problem ?? (isLast ? data.finish() : nil))
    }
}
