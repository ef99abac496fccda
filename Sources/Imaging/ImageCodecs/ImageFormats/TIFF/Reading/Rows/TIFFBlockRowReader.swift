internal import Concurrency
internal import CTIFF
internal import ImageSources
internal import TilePyramid

/// Decodes whole strips, and tiles in separate planes or of samples of other types, on several threads.
///
/// A block that a worker cannot decode is decoded once more by libtiff on the calling thread. libtiff then reports the fault,
/// and the rows before the damage are used where that is allowed.
final class TIFFBlockRowReader: TIFFRowReader {
    /// A worker's decoder and memory.
    final class Worker {
        fileprivate let decoder: TIFFBlockDecoder
        fileprivate var memory = ScratchBuffer()

        fileprivate init(_ decoder: TIFFBlockDecoder) { self.decoder = decoder }
    }

    /// A strip or tile with all of its planes.
    private struct Block {
        var column: Int
        var rows: Range<Int>
        var numbers: [Int]
        var extents: [TIFFBlocks.Extent]
    }

    /// The maximum bytes of decoded strips in memory, beside at most one.
    static let lookAheadBytes = 24 << 20
    /// The maximum bytes of a strip that is decoded whole, where there are several.
    static let largestStripBytes = 16 << 20
    /// The maximum bytes of a strip that is decoded whole, where it is the only one.
    static let largestOnlyStripBytes = 1 << 20
    /// The bytes of a strip above which damage is reported at its row.
    static let exactDamageBytes = 2 << 20

    let blocks: TIFFBlocks
    private let workers: WorkerPool<Worker>
    private let rowBytes: Int
    private var memory = ScratchBuffer()
    /// Decodes the rows of damaged strips; nil where those are missing as a whole.
    private let scanlines: TIFFScanlineRowReader?

    /// True when the page's strips are decoded row by row instead: they are too large for memory.
    static func needsScanlines(_ page: TIFFPage) -> Bool {
        guard !page.isTiled, page.planes == 1 else { return false }
        let bytes = page.planeRowBytes(page.size.width) * page.block.height
        return bytes > (page.blockRows == 1 ? largestOnlyStripBytes : largestStripBytes)
    }

    /// Creates a reader with `threads` threads; nil for one per processor.
    init(_ blocks: TIFFBlocks, threads: Int?) {
        self.blocks = blocks
        let page = blocks.page
        let rowBytes = page.planeRowBytes(page.block.width)
        self.rowBytes = rowBytes
        let bytes = rowBytes * page.planes * page.block.height
        let directory = blocks.file.withHandle { TIFFCurrentDirOffset($0) }
        let format = TIFFBlockFormat(blocks.file, planes: page.planes, rowBytes: rowBytes)
        let limit = page.isTiled ? TIFFTiles.workingBytes / 2 : Self.lookAheadBytes
        workers = WorkerPool(size: min(threads ?? Processors.count, max(1, limit / max(1, bytes)))) {
            Worker(TIFFBlockDecoder(blocks, format, directory: directory))
        }
        let usesRows =
            !page.isTiled && page.planes == 1 && page.converted == nil
            && (blocks.allowTruncated || bytes > Self.exactDamageBytes)
        scanlines = usesRows ? TIFFScanlineRowReader(blocks, threads: 1) : nil
    }

    func bandHeight(at row: Int, wanted: Int) -> Int {
        guard !page.isTiled else { return page.rowsLeft(at: row) }
        let strips = max(1, wanted / page.block.height)
        let even = max(workers.size, strips / workers.size * workers.size)
        let fitting = max(1, Self.lookAheadBytes / max(1, rowBytes * page.planes * page.block.height))
        return min(min(even, fitting) * page.block.height, page.size.height - row)
    }

    func read(
        _ rows: Range<Int>, directly target: UnsafeMutableRawPointer?, _ body: (TIFFRowPiece) throws -> Void
    ) throws -> [PixelRect] {
        let page = page
        let parts = page.parts(of: rows).flatMap { blockRow, part in
            (0..<page.blockColumns).map { self.block($0, blockRow, part) }
        }
        let direct = page.isTiled ? nil : target
        func place(_ block: Block) -> UnsafeMutableRawPointer? {
            direct.map { $0 + (block.rows.lowerBound - rows.lowerBound) * rowBytes }
        }
        var missing: [PixelRect] = []
        try workers.perform(parts.count) { worker, number in
            let block = parts[number]
            let spacing = rowBytes * decodedRows(block)
            let base = try place(block) ?? worker.memory.reserve(spacing * block.numbers.count)
            for (plane, number) in block.numbers.enumerated() {
                try worker.decoder.decode(
                    number, block.extents[plane], rows: decodedRows(block), into: base + plane * spacing)
            }
            if direct == nil { try body(piece(block, base, spacing, block.rows)) }
        } accepting: { (number: Int, _: TIFFBlocks.Problem) in
            let block = parts[number]
            let spacing = rowBytes * decodedRows(block)
            let base = try place(block) ?? memory.reserve(spacing * block.numbers.count)
            let found = try recover(block, into: base, spacing)
            if direct == nil, found > 0 { try body(piece(block, base, spacing, block.rows.prefix(found))) }
            if found < block.rows.count {
                missing.append(page.rect(column: block.column, rows: block.rows.dropFirst(found)))
            }
        }
        blocks.file.releasePages()
        return missing
    }

    private func block(_ column: Int, _ row: Int, _ rows: Range<Int>) -> Block {
        let numbers = (0..<page.planes).map { ($0 * page.blockRows + row) * page.blockColumns + column }
        // libtiff loads its tables on demand, so the extents are read on one thread.
        return Block(column: column, rows: rows, numbers: numbers, extents: numbers.map { blocks.extent(of: $0) })
    }

    /// The rows that libtiff decodes: a strip's rows, or all rows of a tile.
    private func decodedRows(_ block: Block) -> Int { page.isTiled ? page.block.height : block.rows.count }

    private func piece(
        _ block: Block, _ base: UnsafeMutableRawPointer, _ spacing: Int, _ rows: Range<Int>
    ) -> TIFFRowPiece {
        TIFFRowPiece(
            rect: page.rect(column: block.column, rows: rows),
            planes: block.numbers.indices.map { UnsafeRawPointer(base) + $0 * spacing }, stride: rowBytes)
    }

    /// Decodes a block with libtiff.
    ///
    /// - Returns: the number of rows that are complete, when it may be damaged.
    private func recover(_ block: Block, into base: UnsafeMutableRawPointer, _ spacing: Int) throws -> Int {
        if let scanlines { return try scanlines.read(block.rows, of: block.numbers[0], to: base) }
        for (plane, number) in block.numbers.enumerated() {
            let start = base + plane * spacing
            let isDecoded = try blocks.decode(number, row: block.rows.lowerBound) { tiff in
                page.isTiled
                    ? TIFFReadEncodedTile(tiff, UInt32(number), start, tmsize_t(spacing)) == spacing
                    : TIFFReadEncodedStrip(tiff, UInt32(number), start, tmsize_t(spacing)) == spacing
            }
            // Pixels without one of their channels would have wrong colors.
            guard isDecoded else { return 0 }
        }
        return block.rows.count
    }
}
