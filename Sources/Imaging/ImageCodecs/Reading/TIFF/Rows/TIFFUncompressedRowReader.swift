internal import ImageSources
internal import CTIFF
internal import TilePyramid

/// Reads uncompressed strips and tiles straight from the file, a few rows at a time, however large the blocks are.
///
/// Strips are read directly into the output. The file is not mapped: mapped pages would count as memory.
final class TIFFUncompressedRowReader: TIFFRowReader {
    let blocks: TIFFBlocks
    private var scratch = ScratchBuffer()

    init(_ blocks: TIFFBlocks) {
        self.blocks = blocks
    }

    func bandHeight(at row: Int) -> Int {
        let fitting = max(1, TIFFImageSource.bandBytes / max(page.rowBytes, page.isTiled ? page.blockRowBytes : 0))
        // A band stays within one row of tiles, so that each tile is read in the longest possible pieces.
        let left = page.isTiled ? page.block.height - row % page.block.height : .max
        return min(fitting, left, page.size.height - row)
    }

    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect] {
        var missing: [PixelRect] = []
        for (blockRow, part) in page.parts(of: rows) {
            let destination = target + (part.lowerBound - rows.lowerBound) * page.rowBytes
            for column in 0..<page.blockColumns {
                let found = try read(part, ofBlockIn: column, blockRow, to: destination)
                if found < part.count {
                    missing.append(page.rect(column: column, rows: part.dropFirst(found)))
                }
            }
        }
        return missing
    }

    /// Reads the rows' part of one block; returns the number of complete rows.
    private func read(
        _ rows: Range<Int>, ofBlockIn column: Int, _ blockRow: Int, to target: UnsafeMutableRawPointer
    ) throws -> Int {
        let extent = blocks.extent(of: blockRow * page.blockColumns + column)
        let skipped = (rows.lowerBound - blockRow * page.block.height) * page.blockRowBytes
        let wanted = rows.count * page.blockRowBytes
        let available = max(0, min(wanted, extent.count - skipped))
        let destination = page.isTiled ? try scratch.reserve(wanted) : target
        let got = try blocks.file.read(
            at: extent.offset + skipped, into: UnsafeMutableRawBufferPointer(start: destination, count: available))
        if got < wanted {
            try blocks.accept(
                extent.isTruncated || got < available ? extent.problem : .damaged,
                row: rows.lowerBound + got / page.blockRowBytes, column: page.isTiled ? column : nil)
        }
        if page.hasReversedBits {
            TIFFReverseBits(destination.assumingMemoryBound(to: UInt8.self), tmsize_t(got))
        }
        let found = got / page.blockRowBytes
        if page.isTiled {
            page.copy(found, ofColumn: column, from: destination, to: target)
        }
        return found
    }
}
