internal import CTIFF
internal import TilePyramid

/// Decodes compressed tiles, and puts a row of them together as rows of the image.
final class TIFFDecodedTiles: TIFFRowReader {
    private let blocks: TIFFBlocks
    private let tile: UnsafeMutableRawBufferPointer

    init(_ blocks: TIFFBlocks) {
        self.blocks = blocks
        tile = .allocate(byteCount: blocks.page.blockRowBytes * blocks.page.block.height, alignment: 64)
    }

    deinit { tile.deallocate() }

    func bandHeight(at row: Int) -> Int {
        let page = blocks.page
        return min(page.block.height - row % page.block.height, page.size.height - row)
    }

    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect] {
        let page = blocks.page
        let first = rows.lowerBound / page.block.height * page.blockColumns
        var missing: [PixelRect] = []
        for column in 0..<page.blockColumns {
            let isThere = try blocks.decodeTile(first + column, row: rows.lowerBound, into: tile)
            guard isThere, let source = tile.baseAddress else {
                let left = column * page.block.width
                missing.append(
                    PixelRect(
                        x: left, y: rows.lowerBound, width: min(page.block.width, page.size.width - left),
                        height: rows.count))
                continue
            }
            let left = column * page.blockRowBytes
            let bytes = min(page.blockRowBytes, page.rowBytes - left)
            for row in 0..<rows.count {
                (target + row * page.rowBytes + left)
                    .copyMemory(from: source + row * page.blockRowBytes, byteCount: bytes)
            }
        }
        blocks.file.releasePages()
        return missing
    }
}
