internal import ImageSources
internal import CTIFF
internal import TilePyramid

/// Decodes strips or tiles with libtiff's own conversion to RGB (`TIFFReadRGBAStrip`, `TIFFReadRGBATile`): YCbCr that is
/// not compressed as JPEG, with or without subsampling, old-style JPEG, and the logarithmic colors of LogLuv.
///
/// Rows are delivered with four samples of 8 bits; the last one is not used. The reader needs memory for a block.
final class TIFFRGBARowReader: TIFFRowReader {
    let blocks: TIFFBlocks
    private var scratch = ScratchBuffer()

    init(_ blocks: TIFFBlocks) {
        self.blocks = blocks
        // libtiff would apply the orientation to each block; the caller applies it to the image.
        blocks.file.withHandle { _ = ctiff_set_int($0, UInt32(TIFFTAG_ORIENTATION), ORIENTATION_TOPLEFT) }
    }

    func bandHeight(at row: Int, wanted: Int) -> Int { page.rowsLeft(at: row) }

    func read(
        _ rows: Range<Int>, directly target: UnsafeMutableRawPointer?, _ body: (TIFFRowPiece) throws -> Void
    ) throws -> [PixelRect] {
        let blockRowBytes = page.blockRowBytes
        let raster = try scratch.reserve(blockRowBytes * page.block.height)
        var missing: [PixelRect] = []
        for column in 0..<page.blockColumns {
            let number = rows.lowerBound / page.block.height * page.blockColumns + column
            let isDecoded = try blocks.decode(number, row: rows.lowerBound) { tiff in
                let pixels = raster.assumingMemoryBound(to: UInt32.self)
                return page.isTiled
                    ? TIFFReadRGBATile(tiff, UInt32(column * page.block.width), UInt32(rows.lowerBound), pixels) != 0
                    : TIFFReadRGBAStrip(tiff, UInt32(rows.lowerBound), pixels) != 0
            }
            let rect = page.rect(column: column, rows: rows)
            guard isDecoded else {
                missing.append(rect)
                continue
            }
            // libtiff delivers the last row first: of a strip's rows, or of a whole tile's.
            let last = (page.isTiled ? page.block.height : rows.count) - 1
            try body(
                TIFFRowPiece(
                    rect: rect, planes: [UnsafeRawPointer(raster) + last * blockRowBytes], stride: -blockRowBytes))
        }
        blocks.file.releasePages()
        return missing
    }
}
