internal import Dispatch
package import ImageCodecs
internal import ImageSources
internal import Concurrency
internal import PixelKernels
internal import TilePyramid

extension TerrainImage {
    /// The number of rows that a worker paints at once.
    package static let bandHeight = 128
    /// The most bands of a worker that are being painted or waiting to be written.
    ///
    /// With one of each the worker need not wait for the disk, and memory does not depend on the height of the image.
    package static let bandsPerWorker = 2

    /// The results of writing an image.
    package struct WriteSummary: Hashable, Sendable {
        /// The number of bands.
        package var bands: Int
        /// The peak memory of all bands, in bytes.
        package var peakBandBytes: Int
    }

    /// Paints the whole image, writes it from top to bottom and finishes the file.
    ///
    /// Bands are painted on `workers` queues and written by the calling thread, which waits for them.
    ///
    /// - Parameters:
    ///   - writer: a writer of this size and layout to which nothing has been written.
    ///   - workers: the number of bands that are painted concurrently; the default is 2.
    ///   - progress: called on the calling thread after each band, with the number of rows written so far.
    /// - Returns: the number of bands, and their memory.
    /// - Throws: the errors of the writer; no file is left then.
    @discardableResult
    package func write(
        to writer: any RowWriter, workers: Int = 2, progress: (_ rowsWritten: Int) -> Void = { _ in }
    ) throws -> WriteSummary {
        precondition(writer.size == size && writer.layout == layout, "the writer has the size and layout of the image")
        precondition(workers >= 1, "there is at least one worker")
        let bands = (size.height + Self.bandHeight - 1) / Self.bandHeight
        let ring = BandBufferRing(image: self, workers: workers, limit: min(bands, workers * Self.bandsPerWorker))
        for band in 0..<ring.limit {
            ring.start(band)
        }
        // Workers write into the ring's buffers, which must outlive their work even after an error.
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
    // Guards: a painter is used on its own serial queue only; a buffer belongs to the worker from `start` until
    // `finished` contains its band, and then to the caller of `withFinished` until the next `start`.
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

    /// Starts painting a band on the next worker.
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

    /// Waits for a band and calls `body` with its pixels; afterwards its buffer can be reused.
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
