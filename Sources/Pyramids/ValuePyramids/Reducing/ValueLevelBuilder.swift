internal import ChannelImages
internal import PixelKernels
internal import TilePyramid

/// Cuts the rows of a plane into chunks, and passes the downsampled rows to the next coarser level.
///
/// A row of chunks is queued as soon as its last row has come, so at most one is open on each level.
final class ValueLevelBuilder {
    private let plane: ChannelPlane
    private let level: ValuePyramidLayout.Level
    private let chunk: PixelSize
    private let sampleBytes: Int
    private let queue: ChunkQueue
    /// The next coarser level, and the reducer of its rows; nil for the coarsest level.
    private let coarser: (level: ValueLevelBuilder, reducer: ValueRowReducer)?

    /// The chunks and cells of the open row; empty before its first row.
    private var buffers: [ChunkBuffer] = []
    private var cells: [OpenCell] = []
    /// The row of chunks that is open, or opened next.
    private var chunkRow = 0

    /// Creates the builder of a level and of all coarser ones.
    ///
    /// - Parameters:
    ///   - plane: the plane of the level.
    ///   - layout: the division of the levels.
    ///   - kernel: the loops of the plane's channel.
    ///   - sampleBytes: the bytes of a sample.
    ///   - queue: receives the chunks.
    init(
        _ plane: ChannelPlane, _ layout: ValuePyramidLayout, _ kernel: ValueDownsampling, sampleBytes: Int,
        _ queue: ChunkQueue
    ) {
        self.plane = plane
        level = layout.levels[plane.level]
        chunk = layout.chunk
        self.sampleBytes = sampleBytes
        self.queue = queue
        guard plane.level + 1 < layout.levels.count else {
            coarser = nil
            return
        }
        var next = plane
        next.level += 1
        coarser = (
            ValueLevelBuilder(next, layout, kernel, sampleBytes: sampleBytes, queue),
            ValueRowReducer(kernel, size: level.size, sampleBytes: sampleBytes)
        )
    }

    /// Adds the next rows of the level.
    func add(_ band: ValueBand) throws {
        var y = band.rows.lowerBound
        while y < band.rows.upperBound {
            if buffers.isEmpty { try open() }
            let end = min(chunkEnd, band.rows.upperBound)
            copy(y..<end, of: band)
            if end == chunkEnd { try close() }
            y = end
        }
        try coarser?.reducer.add(band) { try coarser?.level.add($0) }
    }

    /// The end of the open row of chunks, within the level.
    private var chunkEnd: Int { min((chunkRow + 1) * chunk.height, level.size.height) }

    /// Opens the next row of chunks, and a row of cells where one begins.
    private func open() throws {
        let cellRow = chunkRow / level.cell.height
        if chunkRow % level.cell.height == 0 {
            cells = (0..<level.cells.width).map { column in
                queue.makeCell(
                    PlaneGridIndex(plane: plane, column: column, row: cellRow), chunks: level.cell.area,
                    present: level.chunkCount(ofCell: column, cellRow))
            }
        }
        buffers = try queue.makeBuffers(level.chunks.width)
        // What lies outside of the level is padding.
        let isCut = (chunkRow + 1) * chunk.height > level.size.height
        for (column, buffer) in buffers.enumerated() where isCut || width(of: column) < chunk.width {
            SampleFill.fill(
                UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.bytes.count), with: queue.padding)
        }
    }

    /// The pixels of a column of chunks that lie within the level, across.
    private func width(of column: Int) -> Int { min(chunk.width, level.size.width - column * chunk.width) }

    /// Copies rows of a band into the open chunks.
    private func copy(_ rows: Range<Int>, of band: ValueBand) {
        let chunkStride = chunk.width * sampleBytes
        let top = chunkRow * chunk.height
        for (column, buffer) in buffers.enumerated() {
            let byteCount = width(of: column) * sampleBytes
            var source = band.row(rows.lowerBound) + column * chunkStride
            var target = buffer.base + (rows.lowerBound - top) * chunkStride
            for _ in rows {
                target.copyMemory(from: source, byteCount: byteCount)
                source += band.stride
                target += chunkStride
            }
        }
    }

    /// Queues the open row of chunks.
    private func close() throws {
        let rowInCell = chunkRow % level.cell.height
        if rowInCell + 1 == level.cell.height || chunkRow + 1 == level.chunks.height { queue.seal(cells) }
        let chunks = buffers.enumerated().map { column, buffer in
            PendingChunk(
                buffer: buffer, index: PlaneGridIndex(plane: plane, column: column, row: chunkRow),
                cell: cells[column / level.cell.width],
                position: rowInCell * level.cell.width + column % level.cell.width)
        }
        buffers = []
        chunkRow += 1
        try queue.add(chunks)
    }
}
