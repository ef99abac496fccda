internal import Concurrency
internal import TilePyramid

/// Decodes compressed tiles on several threads, and assembles each row of tiles into rows of the image.
final class TIFFTileRowReader: TIFFRowReader {
    private let tiles: TIFFTiles
    private let blocks: TIFFBlocks
    private let workers: WorkerPool<TIFFWorkerDecoder>

    /// Creates a reader with `threads` threads; nil for one per processor.
    init(_ tiles: TIFFTiles, threads: Int?) {
        self.tiles = tiles
        blocks = tiles.blocks
        workers = tiles.workers(size: threads)
    }

    func bandHeight(at row: Int) -> Int {
        let page = blocks.page
        return min(page.block.height - row % page.block.height, page.size.height - row)
    }

    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect] {
        let page = blocks.page
        let problems = try blocks.decodeRow(rows.lowerBound / page.block.height, workers) {
            decoder, column, number, extent in
            let source = try decoder.decode(number, extent)
            let left = column * page.blockRowBytes
            let bytes = min(page.blockRowBytes, page.rowBytes - left)
            for row in 0..<rows.count {
                (target + row * page.rowBytes + left)
                    .copyMemory(from: source + row * page.blockRowBytes, byteCount: bytes)
            }
        }
        blocks.file.releasePages()
        return problems.map { column in
            let left = column * page.block.width
            return PixelRect(
                x: left, y: rows.lowerBound, width: min(page.block.width, page.size.width - left), height: rows.count)
        }
    }
}

extension TIFFBlocks {
    /// Decodes a row of tiles on worker threads.
    ///
    /// - Parameters:
    ///   - row: the row of tiles.
    ///   - workers: the threads that decode.
    ///   - decode: decodes a tile, given a worker's decoder and the tile's column, index and extent; called on any
    ///     thread.
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
        var done = 0
        while done < extents.count {
            // Most rows have no problem; after one, decoding resumes with the next tile.
            let start = done
            do {
                try workers.perform(extents.count - start) { decoder, piece in
                    let column = start + piece
                    do {
                        try decode(decoder, column, first + column, extents[column])
                    } catch let problem as Problem {
                        throw TileProblem(column: column, problem: problem)
                    }
                }
                done = extents.count
            } catch let failure as TileProblem {
                try accept(failure.problem, row: row * page.block.height, column: failure.column)
                missing.append(failure.column)
                done = failure.column + 1
            }
        }
        return missing
    }

    /// A problem and the column of its tile.
    private struct TileProblem: Error {
        var column: Int
        var problem: Problem
    }
}
