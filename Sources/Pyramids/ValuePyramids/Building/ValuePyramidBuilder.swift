package import ChannelImages
package import Concurrency
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Writes the stored values of an image as a pyramid: bands of rows → levels → chunks → encoders → sink.
///
/// The calling thread reads plane by plane, or a few interleaved channels side by side. It adds complete chunks to a queue, and
/// worker threads take, encode and store them; while there is no memory for further chunks it encodes some itself. Memory
/// follows the width of the image, never its height nor that of shards. The same image gives the same bytes, whatever the
/// number of threads.
package struct ValuePyramidBuilder: Sendable {
    private let image: any ChannelImage
    private let channels: [Int]
    private let threads: Int
    private let waitingByteLimit: Int

    /// The most bytes of the chunks that are assembled for channels that are read side by side; a single channel may have more.
    ///
    /// Interleaved channels are read side by side, so that each block is decoded once for all of them.
    package static let sideBySideByteLimit = 64 << 20
    /// The most bytes of encoded chunks that wait in memory until their shards are complete; others wait in temporary files.
    package static let waitingByteLimit = 96 << 20
    /// The most bytes of the chunks that are assembled for a plane: a row of chunks of each level.
    ///
    /// The chunks of wider images have to be lower.
    package static let openByteLimit = 1 << 30
    /// The chunks for each thread that wait to be encoded, if a row of chunks has fewer.
    private static let waitingChunksPerThread = 4
    /// The most bytes of chunks that wait to be encoded, unless there is one for each thread.
    package static let pendingByteLimit = 256 << 20

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - image: the image; several threads read it at once.
    ///   - channels: the channels of the image in the order of the pyramid; nil, the default, for all.
    ///   - threads: the number of threads, at least 1; all processors by default.
    ///   - waitingByteLimit: the most bytes of encoded chunks that wait in memory; ``waitingByteLimit`` by default.
    package init(
        _ image: any ChannelImage, channels: [Int]? = nil, threads: Int = Processors.count,
        waitingByteLimit: Int = Self.waitingByteLimit
    ) {
        precondition(threads >= 1, "there is a thread")
        self.image = image
        self.channels = channels ?? Array(image.description.channels.indices)
        self.threads = threads
        self.waitingByteLimit = waitingByteLimit
    }

    /// Writes all levels of all planes, and finishes the sink; discards what it has written if that fails.
    ///
    /// - Parameters:
    ///   - sink: the output, of the size and type of the image and with as many channels as are written.
    ///   - cancellation: stops the run from another thread.
    ///   - onProgress: called at the start, and after every chunk on the thread that encoded it.
    /// - Returns: the counts of the run.
    /// - Throws: the error of the image or the sink, or `CancellationError`. All worker threads have ended by then.
    @discardableResult
    package func write(
        to sink: any ValuePyramidSink, cancellation: Cancellation = Cancellation(),
        onProgress: (@Sendable (ValuePyramidProgress) -> Void)? = nil
    ) throws -> ValuePyramidProgress {
        do {
            let counts = try writeLevels(to: sink, cancellation, onProgress)
            if cancellation.isCancelled { throw CancellationError() }
            try sink.finish()
            return counts
        } catch {
            // The first error is the cause.
            try? sink.discard()
            throw error
        }
    }

    private func writeLevels(
        to sink: any ValuePyramidSink, _ cancellation: Cancellation,
        _ onProgress: (@Sendable (ValuePyramidProgress) -> Void)?
    ) throws -> ValuePyramidProgress {
        let target = sink.description
        let source = image.description
        precondition(
            target.size == source.size && target.sampleType == source.sampleType
                && target.channels.count == channels.count && target.sectionCount == source.sectionCount
                && target.timeCount == source.timeCount && target.levels == sink.layout.levels.map(\.size),
            "a sink has the planes of the image")
        let planes = planes(of: target)
        let chunks = planes.count * sink.layout.levels.reduce(0) { $0 + $1.chunks.area }
        let progress = Locked(ValuePyramidProgress(totalChunks: chunks))
        onProgress?(progress.withLock { $0 })
        let together = planesTogether(sink.layout)
        let queue = ChunkQueue(
            sink, pool: pool(sink.layout, planes: together),
            spool: ChunkSpool(memoryLimit: waitingByteLimit, beside: sink.spoolPath), threads: threads,
            progress: progress, onProgress: onProgress)
        cancellation.onCancel { [fail = queue.failure] in fail(CancellationError()) }
        do {
            let reader = PlaneBandReader(image, threads: threads)
            // A group has channels of one section and time.
            for start in stride(from: 0, to: planes.count, by: channels.count) {
                for first in stride(from: start, to: start + channels.count, by: together) {
                    let group = planes[first..<min(first + together, start + channels.count)]
                    try read(group, with: reader, sink.layout, queue)
                }
            }
        } catch {
            queue.failure(error)
        }
        try Trace.span("wait for chunks", .cutting) { try queue.finish() }
        return progress.withLock { $0 }
    }

    /// The full-size planes of the pyramid: the channels of the first section and time, then those of the next section.
    private func planes(of description: ChannelImageDescription) -> [ChannelPlane] {
        (0..<description.timeCount).flatMap { time in
            (0..<description.sectionCount).flatMap { section in
                channels.indices.map { ChannelPlane(channel: $0, section: section, time: time) }
            }
        }
    }

    /// Reads full-size planes side by side, and builds their levels.
    private func read(
        _ planes: ArraySlice<ChannelPlane>, with reader: PlaneBandReader, _ layout: ValuePyramidLayout,
        _ queue: ChunkQueue
    ) throws {
        let source = image.description
        let inputs = planes.map { plane in
            var plane = plane
            plane.channel = channels[plane.channel]
            return plane
        }
        let builders = zip(planes, inputs).map { plane, input in
            ValueLevelBuilder(
                plane, layout, ValueDownsampling(source.sampleType, source.channels[input.channel]),
                sampleBytes: source.sampleType.byteCount, queue)
        }
        for rows in reader.bands {
            for (input, builder) in zip(inputs, builders) {
                try queue.checkForFailure()
                try Trace.span("read rows", .cutting, ["channel": input.channel, "row": rows.lowerBound]) {
                    try reader.read(rows, of: input) { band in
                        try Trace.span("reduce", .cutting) { try builder.add(band) }
                    }
                }
            }
        }
    }

    // MARK: Memory

    private func chunkBytes(_ layout: ValuePyramidLayout) -> Int {
        layout.chunk.area * image.description.sampleType.byteCount
    }

    /// The number of planes that are read side by side.
    private func planesTogether(_ layout: ValuePyramidLayout) -> Int {
        guard image.hasInterleavedChannels else { return 1 }
        return max(
            1, min(channels.count, Self.sideBySideByteLimit / layout.openByteCount(image.description.sampleType)))
    }

    /// The memory of chunks: a row of each level is open, and as many as a row of full size wait to be encoded.
    func pool(_ layout: ValuePyramidLayout, planes: Int) -> MemoryPool {
        let bytes = chunkBytes(layout)
        let usual = max(layout.levels[0].chunks.width, Self.waitingChunksPerThread * threads)
        let waiting = min(usual, max(threads, Self.pendingByteLimit / bytes))
        return MemoryPool(blockBytes: bytes, limit: planes * layout.openChunkCount + waiting)
    }
}
