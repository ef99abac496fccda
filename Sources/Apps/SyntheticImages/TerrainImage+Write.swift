internal import Dispatch
public import ImageCodecs
internal import Concurrency
internal import PixelKernels
internal import TilePyramid

extension TerrainImage {
    /// The rows that a worker makes at once.
    public static let bandHeight = 128
    /// The bands that each worker may have under way or waiting to be written: one of each, so that it need not wait
    /// for the disk, and memory stays at twice the workers' bands whatever the picture's height.
    public static let bandsPerWorker = 2

    /// What writing a picture took.
    public struct WriteSummary: Hashable, Sendable {
        /// Bands written.
        public var bands: Int
        /// The most pixel memory that bands held at once, in bytes.
        public var peakBandBytes: Int
    }

    /// Makes the whole picture and hands it to a writer, from top to bottom, and finishes the file.
    ///
    /// Bands are made on `workers` queues and written by the calling thread, which waits for them.
    ///
    /// - Parameters:
    ///   - writer: a writer of this size and layout that has nothing written yet.
    ///   - workers: how many bands are made at the same time; 2 by default.
    ///   - progress: called on the calling thread after each band with the rows written so far.
    /// - Returns: what it took.
    /// - Throws: what the writer throws; the file is then not there.
    @discardableResult
    public func write(
        to writer: any RowWriter, workers: Int = 2, progress: (_ rowsWritten: Int) -> Void = { _ in }
    ) throws -> WriteSummary {
        precondition(writer.size == size && writer.layout == layout, "the writer expects this picture")
        precondition(workers >= 1, "somebody has to make the picture")
        let bands = (size.height + Self.bandHeight - 1) / Self.bandHeight
        let ring = BandBufferRing(image: self, workers: workers, limit: min(bands, workers * Self.bandsPerWorker))
        for band in 0..<ring.limit {
            ring.start(band)
        }
        // Workers write into the line's buffers: it may not go before they are done, whatever happens.
        defer { ring.waitUntilIdle() }
        for band in 0..<bands {
            let rows = ring.rows(of: band)
            try ring.withFinished(band) { pixels in
                try writer.write(PixelBand(base: pixels, stride: ring.stride, rows: rows))
            }
            if band + ring.limit < bands {
                ring.start(band + ring.limit)
            }
            progress(rows.upperBound)
        }
        try writer.finish()
        return WriteSummary(bands: bands, peakBandBytes: ring.peakBytes)
    }
}

/// A fixed number of band buffers, filled by workers in turn and lent to the writer in order.
private final class BandBufferRing: Sendable {
    private struct State {
        var finished: Set<Int> = []
        var running = 0
        var filled = 0
        var peakFilled = 0
    }

    let limit: Int
    let stride: Int
    private let size: PixelSize
    private let bandBytes: Int
    private let queues: [DispatchQueue]
    // Guards of the unchecked parts: a painter is used on its own serial queue only; a buffer belongs to the worker
    // from `start` until `finished` names its band, and to the caller of `withFinished` from then until the next
    // `start`.
    private nonisolated(unsafe) let painters: [TerrainPainter]
    private nonisolated(unsafe) let buffers: [UnsafeMutableRawPointer]
    private let state = Locked(State())

    init(image: TerrainImage, workers: Int, limit: Int) {
        let stride = image.size.width * image.layout.bytesPerPixel
        let bandBytes = stride * min(TerrainImage.bandHeight, image.size.height)
        self.limit = limit
        self.stride = stride
        self.bandBytes = bandBytes
        size = image.size
        let count = min(workers, limit)
        queues = (0..<count).map { DispatchQueue(label: "terrain-\($0)") }
        painters = (0..<count).map { _ in TerrainPainter(image) }
        buffers = (0..<limit).map { _ in .allocate(byteCount: bandBytes, alignment: 64) }
    }

    deinit {
        for buffer in buffers { buffer.deallocate() }
    }

    func rows(of band: Int) -> Range<Int> {
        let first = band * TerrainImage.bandHeight
        return first..<min(first + TerrainImage.bandHeight, size.height)
    }

    /// Has a band made by the worker whose turn it is.
    func start(_ band: Int) {
        let worker = band % queues.count
        state.withLock { state in
            state.running += 1
            state.filled += 1
            state.peakFilled = max(state.peakFilled, state.filled)
        }
        queues[worker].async { [self] in
            painters[worker].paint(rows(of: band), into: buffers[band % limit], stride: stride)
            state.withLockAndNotify { state in
                state.running -= 1
                state.finished.insert(band)
            }
        }
    }

    /// Waits for a band and lends its pixels; its buffer can be used again afterwards.
    func withFinished(_ band: Int, _ body: (UnsafeRawPointer) throws -> Void) throws {
        _ = state.wait { $0.finished.remove(band) }
        try body(buffers[band % limit])
        state.withLock { $0.filled -= 1 }
    }

    func waitUntilIdle() {
        state.wait { $0.running == 0 ? () : nil }
    }

    var peakBytes: Int { state.withLock { $0.peakFilled } * bandBytes }
}
