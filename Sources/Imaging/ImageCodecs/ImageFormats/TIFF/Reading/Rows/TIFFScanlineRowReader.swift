internal import Concurrency
internal import CTIFF
internal import ImageSources
internal import TilePyramid

/// Decodes compressed strips of interleaved samples row by row: those that are too large for memory, and those that are
/// damaged.
final class TIFFScanlineRowReader: TIFFRowReader {
    let blocks: TIFFBlocks
    private var memory = ScratchBuffer()
    /// The threads that convert rows.
    private let workers: WorkerPool<Void>
    private let rowBytes: Int
    /// The strip in which a row failed; the rows after it cannot be decoded.
    private var brokenStrip: Int?

    /// Creates a reader with `threads` threads for what is done with rows; nil for one per processor.
    init(_ blocks: TIFFBlocks, threads: Int?) {
        self.blocks = blocks
        rowBytes = blocks.page.planeRowBytes(blocks.page.size.width)
        workers = WorkerPool(size: threads) {}
    }

    func bandHeight(at row: Int, wanted: Int) -> Int {
        min(wanted, max(1, TIFFImageSource.bandBytes / rowBytes), page.size.height - row)
    }

    func read(
        _ rows: Range<Int>, directly target: UnsafeMutableRawPointer?, _ body: (TIFFRowPiece) throws -> Void
    ) throws -> [PixelRect] {
        let base = try target ?? memory.reserve(rows.count * rowBytes)
        var missing: [PixelRect] = []
        for (strip, part) in page.parts(of: rows) {
            let destination = base + (part.lowerBound - rows.lowerBound) * rowBytes
            let found = try read(part, of: strip, to: destination)
            if found < part.count { missing.append(page.rect(column: 0, rows: part.dropFirst(found))) }
            guard target == nil, found > 0 else { continue }
            let piece = TIFFRowPiece(
                rect: page.rect(column: 0, rows: part.prefix(found)), planes: [UnsafeRawPointer(destination)],
                stride: rowBytes)
            let height = (found - 1) / workers.size + 1
            try workers.perform((found - 1) / height + 1) { _, number in
                let first = number * height
                try body(piece.rows(from: first, min(height, found - first)))
            }
        }
        blocks.file.releasePages()
        return missing
    }

    /// Decodes rows of a strip.
    ///
    /// - Returns: the number of rows before the first that cannot be decoded, when that is allowed.
    func read(_ rows: Range<Int>, of strip: Int, to target: UnsafeMutableRawPointer) throws -> Int {
        guard strip != brokenStrip else { return 0 }
        let extent = blocks.extent(of: strip)
        if extent.isTruncated, rows.lowerBound == strip * page.block.height {
            try blocks.accept(extent.problem, row: rows.lowerBound)
            guard extent.count > 0 else {
                brokenStrip = strip
                return 0
            }
            blocks.shorten(strip, to: extent)
        }
        let isTruncated = extent.isTruncated || extent.offset + extent.count == blocks.file.size
        for row in rows {
            let destination = target + (row - rows.lowerBound) * rowBytes
            guard blocks.file.succeeds({ TIFFReadScanline($0, destination, UInt32(row), 0) > 0 }) else {
                brokenStrip = strip
                try blocks.accept(isTruncated ? .missing : .damaged, row: row)
                return row - rows.lowerBound
            }
        }
        return rows.count
    }
}
