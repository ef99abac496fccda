internal import Concurrency
internal import CTIFF
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Reads uncompressed strips and tiles straight from the file, a few rows at a time, however large the blocks are, on
/// several threads.
///
/// Rows that are delivered as they are stored are read directly into the output. The file is not mapped: mapped pages
/// would count as memory.
final class TIFFUncompressedRowReader: TIFFRowReader {
    /// Rows of one block.
    private struct Part {
        var column: Int
        var rows: Range<Int>
        /// The bytes of the first row in each plane's block.
        var skipped: Int
        var extents: [TIFFBlocks.Extent]
    }

    /// The target bytes that a worker reads at once: they stay in its cache.
    static let partBytes = 1 << 18

    let blocks: TIFFBlocks
    private let workers: WorkerPool<TIFFPieceMemory>
    private let recovery = TIFFPieceMemory()
    private let rowBytes: Int
    /// The bits of samples whose bytes have to be exchanged; nil where the conversion does it, or they are in order.
    private let swappedBits: Int?

    /// Creates a reader with `threads` threads; nil for one per processor.
    init(_ blocks: TIFFBlocks, threads: Int?) {
        self.blocks = blocks
        let page = blocks.page
        rowBytes = page.planeRowBytes(page.block.width)
        let isSwapped = blocks.file.withHandle { TIFFIsByteSwapped($0) != 0 }
        swappedBits = isSwapped && !page.stored.isByteSwapped ? page.converted?.type.bits ?? page.stored.bits : nil
        workers = WorkerPool(size: threads) { TIFFPieceMemory() }
    }

    func bandHeight(at row: Int, wanted: Int) -> Int {
        // A band stays within one row of tiles, so that each tile is read in the longest possible pieces.
        let left = page.isTiled ? page.block.height - row % page.block.height : .max
        return min(wanted, left, page.size.height - row)
    }

    func read(
        _ rows: Range<Int>, directly target: UnsafeMutableRawPointer?, _ body: (TIFFRowPiece) throws -> Void
    ) throws -> [PixelRect] {
        let parts = parts(of: rows)
        let isDirect = target != nil && !page.isTiled
        func place(_ part: Part) -> UnsafeMutableRawPointer? {
            isDirect ? target.map { $0 + (part.rows.lowerBound - rows.lowerBound) * rowBytes } : nil
        }
        var missing: [PixelRect] = []
        try workers.perform(parts.count) { memory, number in
            let part = parts[number]
            let (planes, found) = try fetch(part, into: place(part), memory)
            guard found == part.rows.count else { throw TIFFBlocks.Problem.missing }
            if !isDirect { try body(piece(part, planes, found)) }
        } accepting: { (number: Int, _: TIFFBlocks.Problem) in
            let part = parts[number]
            let (planes, found) = try fetch(part, into: place(part), recovery)
            if found < part.rows.count {
                try accept(part)
                missing.append(page.rect(column: part.column, rows: part.rows.dropFirst(found)))
            }
            if !isDirect, found > 0 { try body(piece(part, planes, found)) }
        }
        return missing
    }

    private func piece(_ part: Part, _ planes: [UnsafeRawPointer], _ rows: Int) -> TIFFRowPiece {
        let rect = page.rect(column: part.column, rows: part.rows.prefix(rows))
        return TIFFRowPiece(rect: rect, planes: planes, stride: rowBytes)
    }

    /// Divides rows among blocks and workers; the tables of blocks are read on one thread.
    private func parts(of rows: Range<Int>) -> [Part] {
        let fitting = max(1, Self.partBytes / max(1, rowBytes * page.planes))
        var parts: [Part] = []
        for (blockRow, band) in page.parts(of: rows) {
            let height = min(fitting, (band.count - 1) / workers.size + 1)
            for column in 0..<page.blockColumns {
                let extents = (0..<page.planes).map { plane in
                    blocks.extent(of: (plane * page.blockRows + blockRow) * page.blockColumns + column)
                }
                for top in stride(from: band.lowerBound, to: band.upperBound, by: height) {
                    let skipped = (top - blockRow * page.block.height) * rowBytes
                    let own = top..<min(top + height, band.upperBound)
                    parts.append(Part(column: column, rows: own, skipped: skipped, extents: extents))
                }
            }
        }
        return parts
    }

    /// Reads a part of each plane.
    ///
    /// - Returns: the planes, and the number of rows that are complete in all of them.
    private func fetch(
        _ part: Part, into target: UnsafeMutableRawPointer?, _ memory: TIFFPieceMemory
    ) throws -> (planes: [UnsafeRawPointer], rows: Int) {
        let wanted = part.rows.count * rowBytes
        // Samples of up to 64 bits stay aligned.
        let spacing = (wanted + 7) / 8 * 8
        let base = try target ?? memory.samples.reserve(spacing * page.planes)
        var planes: [UnsafeRawPointer] = []
        var found = part.rows.count
        for (plane, extent) in part.extents.enumerated() {
            let start = base + plane * spacing
            let available = max(0, min(wanted, extent.count - part.skipped))
            let got = try blocks.file.read(
                at: extent.offset + part.skipped, into: UnsafeMutableRawBufferPointer(start: start, count: available))
            if page.hasReversedBits { TIFFReverseBits(start.assumingMemoryBound(to: UInt8.self), tmsize_t(got)) }
            if let swappedBits { SampleByteOrder.swap(start, bytes: got, bits: swappedBits) }
            planes.append(UnsafeRawPointer(start))
            found = min(found, got / rowBytes)
        }
        return (planes, found)
    }

    /// Reports the first plane of a part that is not complete.
    private func accept(_ part: Part) throws {
        let wanted = part.rows.count * rowBytes
        for extent in part.extents {
            let available = max(0, min(wanted, extent.count - part.skipped))
            // Bytes beyond the end of the file are not part of an extent.
            guard available < wanted else { continue }
            return try blocks.accept(
                extent.isTruncated ? extent.problem : .damaged, row: part.rows.lowerBound + available / rowBytes,
                column: page.isTiled ? part.column : nil)
        }
        try blocks.accept(.missing, row: part.rows.lowerBound, column: page.isTiled ? part.column : nil)
    }
}
