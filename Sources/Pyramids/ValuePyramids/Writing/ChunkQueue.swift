internal import ChannelImages
internal import Concurrency
internal import ImageSources

/// A complete chunk on its way to the sink.
struct PendingChunk: Sendable {
    /// The samples.
    let buffer: ChunkBuffer
    /// The place of the chunk.
    let index: PlaneGridIndex
    /// The cell that it is part of, and its position there.
    let cell: OpenCell
    let position: Int
}

/// Encodes chunks on several threads and stores the cells that they complete.
///
/// The memory of chunks is limited: the reading thread encodes chunks itself until there is some (backpressure by helping).
/// Confined to the reading thread.
final class ChunkQueue {
    private let queue: BoundedWorkQueue<PendingChunk, Void>
    private let pool: MemoryPool
    private let spool: ChunkSpool
    /// The bytes of the sample that fills chunks beyond the edges of a level.
    let padding: [UInt8]
    /// The number of cells that are sealed, each of which gets its number in the order of storing.
    private var sealedCells = 0

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - sink: encodes chunks and stores cells.
    ///   - pool: the memory of chunks.
    ///   - spool: keeps encoded chunks until their cells are complete.
    ///   - threads: the number of threads, including the one that adds chunks.
    ///   - progress: the counts of the run.
    ///   - onProgress: called after every chunk, by several threads.
    init(
        _ sink: any ValuePyramidSink, pool: MemoryPool, spool: ChunkSpool, threads: Int,
        progress: Locked<ValuePyramidProgress>,
        onProgress: (@Sendable (ValuePyramidProgress) -> Void)?
    ) {
        self.pool = pool
        self.spool = spool
        padding = sink.padding
        let storage = CellStorage(sink)
        queue = BoundedWorkQueue(threads: threads, limit: .max, makeWorkerContext: {}) { chunk, _ in
            // The queue refers to items for a while after they are done.
            defer { chunk.buffer.recycle() }
            let place = chunk.index
            let bytes = try Trace.span(
                "encode chunk", .cutting,
                ["level": place.plane.level, "channel": place.plane.channel, "column": place.column, "row": place.row]
            ) { try sink.encode(chunk.buffer.bytes, at: place) }
            let count = bytes?.count ?? 0
            if let complete = try chunk.cell.add(bytes, at: chunk.position) { try storage.store(complete) }
            let counts = progress.withLock { progress in
                progress.finishedChunks += 1
                progress.encodedBytes += count
                return progress
            }
            onProgress?(counts)
        }
    }

    /// Returns memory for some chunks; encodes waiting chunks until there is so much.
    ///
    /// - Throws: the error of a worker, or the cancellation.
    func makeBuffers(_ count: Int) throws -> [ChunkBuffer] {
        try queue.help { try pool.take(count) }.map { ChunkBuffer($0, of: pool) }
    }

    /// Returns a cell whose chunks come.
    ///
    /// - Parameters:
    ///   - index: the place of the cell.
    ///   - chunks: the number of chunks.
    ///   - present: the number of chunks within the level.
    /// - Returns: the cell, which is stored when all of its chunks are encoded.
    func makeCell(_ index: PlaneGridIndex, chunks: Int, present: Int) -> OpenCell {
        OpenCell(index, chunks: chunks, present: present, spool: spool)
    }

    /// Gives cells that get no further chunks after the next ones their numbers in the order of storing.
    func seal(_ cells: [OpenCell]) {
        for cell in cells {
            cell.setSequence(sealedCells)
            sealedCells += 1
        }
    }

    /// Adds complete chunks.
    ///
    /// - Throws: the error of a worker, or the cancellation.
    func add(_ chunks: [PendingChunk]) throws { try queue.add(chunks) }

    /// Throws the error that has ended all work, if there is one.
    func checkForFailure() throws { try queue.checkForFailure() }

    /// Returns a closure that ends all work from any thread.
    var failure: @Sendable (any Error) -> Void { { [queue] in queue.fail($0) } }

    /// Encodes what is left, and returns when all threads have ended.
    ///
    /// - Throws: the first error of any worker.
    func finish() throws { try queue.finish() }
}
