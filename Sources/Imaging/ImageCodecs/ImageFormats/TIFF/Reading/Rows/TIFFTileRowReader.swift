internal import Concurrency
internal import TilePyramid

/// Decodes compressed tiles of interleaved samples on several threads, a row of tiles at a time.
final class TIFFTileRowReader: TIFFRowReader {
    let blocks: TIFFBlocks
    private let workers: WorkerPool<TIFFWorkerDecoder>

    /// Creates a reader with `threads` threads; nil for one per processor.
    init(_ tiles: TIFFTiles, threads: Int?) {
        blocks = tiles.blocks
        workers = tiles.workers(size: threads)
    }

    func bandHeight(at row: Int, wanted: Int) -> Int { page.rowsLeft(at: row) }

    func read(
        _ rows: Range<Int>, directly target: UnsafeMutableRawPointer?, _ body: (TIFFRowPiece) throws -> Void
    ) throws -> [PixelRect] {
        let page = page
        let missing = try blocks.decodeRow(rows.lowerBound / page.block.height, workers) {
            decoder, column, number, extent in
            let source = try decoder.decode(number, extent)
            try body(
                TIFFRowPiece(
                    rect: page.rect(column: column, rows: rows), planes: [UnsafeRawPointer(source)],
                    stride: page.blockRowBytes))
        }
        blocks.file.releasePages()
        return missing.map { page.rect(column: $0, rows: rows) }
    }
}

extension TIFFBlocks {
    /// Decodes a row of tiles on worker threads.
    ///
    /// `decode` decodes one, given a worker's decoder and the tile's column, index and extent, on any thread.
    ///
    /// - Returns: the columns of unreadable tiles, when those are allowed.
    /// - Throws: ``CodecError``.
    func decodeRow(
        _ row: Int, _ workers: WorkerPool<TIFFWorkerDecoder>,
        decode: (TIFFWorkerDecoder, _ column: Int, _ number: Int, Extent) throws -> Void
    ) throws -> [Int] {
        let first = row * page.blockColumns
        // libtiff loads its tables on demand, so the extents are read on one thread.
        let extents = (0..<page.blockColumns).map { extent(of: first + $0) }
        var missing: [Int] = []
        try workers.perform(extents.count) { decoder, column in
            try decode(decoder, column, first + column, extents[column])
        } accepting: { (column: Int, problem: Problem) in
            try accept(problem, row: row * page.block.height, column: column)
            missing.append(column)
        }
        return missing
    }
}
