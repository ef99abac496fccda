internal import Concurrency
internal import ImageSources
internal import TilePyramid

/// Reads an image's rows into bands of equal height, on a thread of its own and some bands ahead of their use.
///
/// Decoding is the one sequential part of the work, so it must not wait for anything else.
final class BandPrefetcher: @unchecked Sendable {
    // One thread at a time uses `base`: the one that `run` is on or, without it, the caller's. The memory of a band
    // belongs to the thread that has taken it from `state`.

    /// The bands that are decoded ahead or in use.
    static let bandCount = 3

    private struct State: @unchecked Sendable {
        // Reached only through the lock, until it is handed out.
        var idle: [UnsafeMutableRawPointer] = []
        var ready: [PixelBand] = []
        var failure: (any Error)?
        var isRunning = false
        var hasStopped = false
    }

    /// Ends the decoding when its bands are not wanted any more.
    private struct Stop: Error {}

    private let base: any ImageSource
    private let rows: Range<Int>
    private let rowBytes: Int
    private let rowsPerBand: Int
    private let memory: UnsafeMutableRawPointer
    private let state: Locked<State>

    /// Allocates the memory of the bands.
    ///
    /// - Parameters:
    ///   - base: the image.
    ///   - rows: the rows that are read, the first of them even; the default is nil, all rows.
    ///   - rowBytes: the bytes of a row.
    ///   - rowsPerBand: the rows of a band; the last one may have fewer.
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(_ base: any ImageSource, rows: Range<Int>? = nil, rowBytes: Int, rowsPerBand: Int) throws {
        self.base = base
        self.rowBytes = rowBytes
        self.rowsPerBand = rowsPerBand
        self.rows = rows ?? 0..<base.info.size.height
        let bandBytes = rowBytes * rowsPerBand
        let memory = try HeapMemory.allocate(max(1, bandBytes * Self.bandCount))
        self.memory = memory
        state = Locked(State(idle: (0..<Self.bandCount).map { memory + $0 * bandBytes }))
    }

    deinit { HeapMemory.free(memory) }

    /// Reads the image, and lends its bands to `body` on the calling thread; called once.
    ///
    /// - Parameters:
    ///   - decodesAhead: false when the calling thread decodes, too.
    ///   - body: receives the bands in their order.
    /// - Throws: the error of the image or of `body`.
    func read(decodesAhead: Bool, _ body: (PixelBand) throws -> Void) throws {
        guard decodesAhead else {
            return try decode { band in
                try body(band)
                recycle(band)
            }
        }
        state.withLock { $0.isRunning = true }
        WorkThreads.start("ImageCodecs.decoding") { self.run() }
        defer {
            // The thread must not use the image after this call.
            state.withLockAndNotify { $0.hasStopped = true }
            state.wait { $0.isRunning ? nil : () }
        }
        while let band = try next() {
            try body(band)
            recycle(band)
        }
    }

    /// Waits for the next band; nil at the end.
    private func next() throws -> PixelBand? {
        let result: Result<PixelBand?, any Error> = state.wait { state in
            if !state.ready.isEmpty { return .success(state.ready.removeFirst()) }
            return state.failure.map { .failure($0) } ?? (state.isRunning ? nil : .success(nil))
        }
        return try result.get()
    }

    private func recycle(_ band: PixelBand) {
        let memory = UnsafeMutableRawPointer(mutating: band.base)
        state.withLockAndNotify { $0.idle.append(memory) }
    }

    private func run() {
        var failure: (any Error)?
        do {
            try decode { band in
                let hasStopped = state.withLockAndNotify { state in
                    state.ready.append(band)
                    return state.hasStopped
                }
                if hasStopped { throw Stop() }
            }
        } catch {
            failure = error
        }
        state.withLockAndNotify { state in
            state.failure = failure
            state.isRunning = false
        }
    }

    /// Decodes the image into idle memory, which goes to `receive` when it is full.
    private func decode(_ receive: (PixelBand) throws -> Void) throws {
        var memory: UnsafeMutableRawPointer?
        var first = rows.lowerBound
        try base.readBands(rows: rows) { band in
            var y = band.rows.lowerBound
            while y < band.rows.upperBound {
                let target = try memory ?? takeMemory()
                let end = min(first + rowsPerBand, band.rows.upperBound)
                copy(band, y..<end, to: target + (y - first) * rowBytes)
                y = end
                guard end == first + rowsPerBand || end == rows.upperBound else {
                    memory = target
                    continue
                }
                let rows = first..<end
                memory = nil
                first = end
                try receive(PixelBand(base: UnsafeRawPointer(target), stride: rowBytes, rows: rows))
            }
        }
    }

    private func copy(_ band: PixelBand, _ rows: Range<Int>, to target: UnsafeMutableRawPointer) {
        guard band.stride != rowBytes else {
            return target.copyMemory(from: band.row(rows.lowerBound), byteCount: rows.count * rowBytes)
        }
        for (index, y) in rows.enumerated() {
            (target + index * rowBytes).copyMemory(from: band.row(y), byteCount: rowBytes)
        }
    }

    /// Waits for memory that is not in use.
    private func takeMemory() throws -> UnsafeMutableRawPointer {
        try state.wait { state -> Result<UnsafeMutableRawPointer, Stop>? in
            if state.hasStopped { return .failure(Stop()) }
            return state.idle.popLast().map { .success($0) }
        }.get()
    }
}
