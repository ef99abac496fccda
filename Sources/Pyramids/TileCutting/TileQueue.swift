internal import Dispatch
internal import ImageCodecs
internal import Concurrency
internal import PixelKernels
internal import TilePyramid

/// Finished tiles of all levels on their way to the store: one bounded queue without barriers.
///
/// The decoding thread adds tiles. Worker blocks on a concurrent queue take, encode and store them. A worker ends when
/// no tile is waiting, and a new one starts when tiles are added, so that no thread ever blocks inside a block.
///
/// Memory is bounded by backpressure: the decoding thread acquires chunks to assemble rows in, and while there are none
/// it encodes waiting tiles itself. This also makes a cut with a single thread work.
final class TileQueue: Sendable {
    private struct State {
        var waiting: [PendingTile] = []
        /// The index in `waiting` of the first tile that has not been taken.
        var head = 0
        var workers = 0
        var idleEncoders: [any TileEncoder] = []
        var idleWriters: [any PassthroughWriter] = []
        var freeChunks: [UnsafeMutableRawPointer] = []
        var chunksInUse = 0
        var peakChunks = 0
        var failure: (any Error)?
        var progress: CutProgress
        var solidTiles = 0
        var skippedTiles = 0
        var passthroughTiles = 0
        var paddedTiles = 0

        mutating func count(_ tile: PendingTile, _ outcome: TileWriter.Outcome) {
            progress.finishedTiles += 1
            progress.encodedPixels += tile.size.area
            switch outcome {
            case .encoded(let bytes): progress.storedBytes += bytes
            case .reused(let bytes):
                progress.storedBytes += bytes
                solidTiles += 1
            case .passthrough(let bytes):
                progress.storedBytes += bytes
                passthroughTiles += 1
            case .padded(let bytes):
                progress.storedBytes += bytes
                paddedTiles += 1
            case .skipped: skippedTiles += 1
            }
        }

        mutating func take() -> PendingTile? {
            guard head < waiting.count else { return nil }
            defer {
                head += 1
                if head == waiting.count {
                    waiting.removeAll(keepingCapacity: true)
                    head = 0
                }
            }
            return waiting[head]
        }

        mutating func release(_ chunks: [UnsafeMutableRawPointer]) {
            freeChunks.append(contentsOf: chunks)
            chunksInUse -= chunks.count
        }

        /// Frees the memory of a tile that is stored or will never be.
        mutating func release(_ tile: PendingTile) {
            switch tile {
            case .pixels(let tile): release(tile.chunks)
            case .passthrough(_, _, let row), .paddedPassthrough(_, _, _, let row): row.releaseTile()
            }
        }
    }

    let limits: EngineLimits
    private let writer: TileWriter
    /// Rows of all planes of the highest tile.
    private let rowLimit: Int
    private let makeEncoder: @Sendable () throws -> any TileEncoder
    private let onProgress: (@Sendable (CutProgress) -> Void)?
    /// The most worker blocks at a time; the decoding thread comes on top.
    private let workerLimit: Int
    private let workers = DispatchQueue(label: "TileCutting.encode", attributes: .concurrent)
    private let state: Locked<State>

    init(
        limits: EngineLimits, planeCount: Int, pyramid: Pyramid, writer: TileWriter, threads: Int,
        resumedTiles: Int, makeEncoder: @escaping @Sendable () throws -> any TileEncoder,
        onProgress: (@Sendable (CutProgress) -> Void)?
    ) {
        self.limits = limits
        self.writer = writer
        rowLimit = planeCount * (pyramid.tileSize + 2 * pyramid.overlap)
        self.makeEncoder = makeEncoder
        self.onProgress = onProgress
        workerLimit = threads - 1
        state = Locked(
            State(
                progress: CutProgress(
                    finishedTiles: resumedTiles, totalTiles: pyramid.tileCount, encodedPixels: 0, storedBytes: 0))
        )
    }

    deinit {
        state.withLock { state in
            for chunk in state.freeChunks {
                chunk.deallocate()
            }
        }
    }

    // MARK: Decoding thread

    /// Returns `count` chunks; encodes waiting tiles until so many are available.
    ///
    /// - Throws: The error of a worker, or the cancellation.
    func acquireChunks(_ count: Int) throws -> [UnsafeMutableRawPointer] {
        enum Step {
            case chunks([UnsafeMutableRawPointer])
            case encode(PendingTile)
        }
        while true {
            let step: Result<Step, any Error> = state.wait { state in
                if let failure = state.failure { return .failure(failure) }
                if state.chunksInUse + count <= limits.chunkLimit {
                    state.chunksInUse += count
                    state.peakChunks = max(state.peakChunks, state.chunksInUse)
                    let reused = min(count, state.freeChunks.count)
                    let chunks = Array(state.freeChunks.suffix(reused))
                    state.freeChunks.removeLast(reused)
                    return .success(.chunks(chunks))
                }
                if let tile = state.take() { return .success(.encode(tile)) }
                precondition(state.workers > 0, "the limit leaves room for the tiles being assembled")
                return nil
            }
            switch try step.get() {
            case .chunks(var chunks):
                while chunks.count < count {
                    chunks.append(.allocate(byteCount: limits.chunkBytes, alignment: 64))
                }
                return chunks
            case .encode(let tile):
                encodeWaiting(startingWith: tile, onlyOne: true)
            }
        }
    }

    /// Encodes one waiting tile, or returns when a worker has; for callers that wait for memory of their own.
    ///
    /// - Throws: The error of a worker, or the cancellation.
    func awaitProgress() throws {
        let finished = state.withLock { $0.progress.finishedTiles }
        let step: Result<PendingTile?, any Error> = state.wait { state in
            if let failure = state.failure { return .failure(failure) }
            if state.progress.finishedTiles > finished { return .success(nil) }
            if let tile = state.take() { return .success(tile) }
            return state.workers == 0 ? .success(nil) : nil
        }
        if let tile = try step.get() {
            encodeWaiting(startingWith: tile, onlyOne: true)
        }
    }

    /// Adds complete tiles, and starts workers for them.
    func add(_ tiles: [PendingTile]) {
        let started = state.withLock { state in
            state.waiting.append(contentsOf: tiles)
            let started = min(workerLimit - state.workers, state.waiting.count - state.head)
            state.workers += max(0, started)
            return max(0, started)
        }
        for _ in 0..<started {
            workers.async { self.work() }
        }
    }

    /// Frees the memory of tiles that will never be complete because the cut has failed.
    func abandon(_ tiles: [TileBuffer]) {
        state.withLock { state in
            for tile in tiles {
                state.release(tile.chunks)
            }
        }
    }

    /// Encodes the waiting tiles together with the workers, and returns when all are stored.
    ///
    /// - Throws: The error of a worker, or the cancellation.
    func finish() throws {
        while let tile = state.withLock({ $0.failure == nil ? $0.take() : nil }) {
            encodeWaiting(startingWith: tile, onlyOne: false)
        }
        waitForWorkers()
        if let failure = state.withLock({ $0.failure }) {
            throw failure
        }
    }

    /// Stops all work: no further tile is encoded, and the decoding thread throws `error` at its next step.
    ///
    /// Safe to call from any thread at any time; only the first error counts.
    func fail(_ error: any Error) {
        state.withLockAndNotify { state in
            if state.failure == nil {
                state.failure = error
            }
        }
    }

    /// Returns when no worker runs; drops the waiting tiles after a failure.
    func waitForWorkers() {
        _ = state.wait { state in
            while state.failure != nil, let tile = state.take() {
                state.release(tile)
            }
            return state.workers == 0 ? true : nil
        }
    }

    /// Throws the error that has stopped the work, if any.
    func checkForFailure() throws {
        if let failure = state.withLock({ $0.failure }) {
            throw failure
        }
    }

    /// Returns the counts so far and the peak memory of the chunks.
    func outcome(resumedTiles: Int) -> CutEngine.Outcome {
        state.withLock { state in
            CutEngine.Outcome(
                progress: state.progress, resumedTiles: resumedTiles, solidTiles: state.solidTiles,
                skippedTiles: state.skippedTiles, passthroughTiles: state.passthroughTiles,
                paddedTiles: state.paddedTiles,
                peakBufferedBytes: state.peakChunks * limits.chunkBytes)
        }
    }

    // MARK: Workers

    private func work() {
        while let tile = state.withLock({ $0.failure == nil ? $0.take() : nil }) {
            encodeWaiting(startingWith: tile, onlyOne: false)
        }
        state.withLockAndNotify { $0.workers -= 1 }
    }

    /// Encodes a tile and then, unless `onlyOne` is true, the other waiting ones.
    private func encodeWaiting(startingWith first: PendingTile, onlyOne: Bool) {
        let rows = UnsafeMutableBufferPointer<UnsafeRawPointer>.allocate(capacity: rowLimit)
        defer { rows.deallocate() }
        var next: PendingTile? = first
        while let tile = next {
            defer { state.withLockAndNotify { $0.release(tile) } }
            do {
                let outcome = try write(tile, rows)
                let progress = state.withLock { state in
                    state.count(tile, outcome)
                    return state.progress
                }
                onProgress?(progress)
            } catch {
                return fail(error)
            }
            next = onlyOne ? nil : state.withLock { $0.failure == nil ? $0.take() : nil }
        }
    }

    /// Writes a tile with an idle encoder, or a new one.
    ///
    /// An encoder that failed is not reused, so that only the first error is reported.
    private func write(
        _ tile: PendingTile, _ rows: UnsafeMutableBufferPointer<UnsafeRawPointer>
    ) throws -> TileWriter.Outcome {
        switch tile {
        case .pixels(let tile):
            return try withEncoder { try writer.write(tile, with: $0, rows: rows) }
        case .passthrough(let index, _, let row):
            return try withWriter(of: row) { try writer.write(index, of: row, with: $0) }
        case .paddedPassthrough(let index, let part, let size, let row):
            return try withWriter(of: row) { passthrough in
                try withEncoder {
                    try writer.write(index, of: row, showing: part, paddedTo: size, with: passthrough, $0)
                }
            }
        }
    }

    private func withEncoder<Result>(_ body: (any TileEncoder) throws -> Result) throws -> Result {
        let encoder = try state.withLock { $0.idleEncoders.popLast() } ?? makeEncoder()
        let result = try body(encoder)
        state.withLock { $0.idleEncoders.append(encoder) }
        return result
    }

    private func withWriter<Result>(
        of row: any PassthroughRow, _ body: (any PassthroughWriter) throws -> Result
    ) throws -> Result {
        let writer = try state.withLock { $0.idleWriters.popLast() } ?? row.makeWriter()
        let result = try body(writer)
        state.withLock { $0.idleWriters.append(writer) }
        return result
    }
}
