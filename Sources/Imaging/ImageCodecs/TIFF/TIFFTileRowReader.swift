internal import Concurrency
internal import TilePyramid

/// Decodes compressed tiles on several threads, and puts a row of them together as rows of the image.
final class TIFFTileRowReader: TIFFRowReader {
    private let tiles: TIFFTiles
    private let blocks: TIFFBlocks
    private let workers: WorkerPool<TIFFWorkerDecoder>

    /// A reader with so many threads; nil for one on each processor.
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
    /// Has a team decode a row of tiles.
    ///
    /// - Parameters:
    ///   - row: the row's number.
    ///   - workers: who decodes.
    ///   - decode: decodes a tile with a tool, given its column, number and place in the file; on any thread.
    /// - Returns: the columns of tiles that are not there and were accepted as such.
    /// - Throws: ``CodecError``.
    func decodeRow(
        _ row: Int, _ workers: WorkerPool<TIFFWorkerDecoder>,
        decode: (TIFFWorkerDecoder, _ column: Int, _ number: Int, Extent) throws -> Void
    ) throws -> [Int] {
        let first = row * page.blockColumns
        // libtiff reads its tables when it is asked, so that is done on one thread.
        let extents = (0..<page.blockColumns).map { extent(of: first + $0) }
        var missing: [Int] = []
        var done = 0
        while done < extents.count {
            // Most rows have no problem; after one the rest is gone on with.
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

    /// What is wrong with a tile.
    private struct TileProblem: Error {
        var column: Int
        var problem: Problem
    }
}
