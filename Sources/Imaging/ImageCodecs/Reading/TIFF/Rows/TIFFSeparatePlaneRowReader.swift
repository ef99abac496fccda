internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles in separate planes, one plane after the other, and interleaves their samples.
///
/// Memory is one tile of one plane. Samples have 8 or 16 bits.
final class TIFFSeparatePlaneRowReader: TIFFRowReader {
    private let blocks: TIFFBlocks
    private let tile: UnsafeMutableRawBufferPointer
    /// The bytes of a row of a tile in one plane.
    private let planeRowBytes: Int

    init(_ blocks: TIFFBlocks) {
        self.blocks = blocks
        planeRowBytes = blocks.page.blockRowBytes / blocks.page.planes
        tile = .allocate(byteCount: planeRowBytes * blocks.page.block.height, alignment: 64)
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
            let left = column * page.block.width
            let width = min(page.block.width, page.size.width - left)
            for plane in 0..<page.planes {
                let index = plane * page.blockColumns * page.blockRows + first + column
                guard try blocks.decodeTile(index, row: rows.lowerBound, into: tile) else {
                    // Pixels without one of their channels would have wrong colors.
                    missing.append(PixelRect(x: left, y: rows.lowerBound, width: width, height: rows.count))
                    break
                }
                let destination = target + left * page.stored.bits / 8 * page.planes
                if page.stored.bits == 8 {
                    spread(UInt8.self, plane: plane, rows: rows.count, width: width, to: destination)
                } else {
                    spread(UInt16.self, plane: plane, rows: rows.count, width: width, to: destination)
                }
            }
        }
        blocks.file.releasePages()
        return missing
    }

    /// Writes the tile's samples to one channel of the pixels at `target`.
    private func spread<Sample: FixedWidthInteger>(
        _ type: Sample.Type, plane: Int, rows: Int, width: Int, to target: UnsafeMutableRawPointer
    ) {
        guard let base = tile.baseAddress else { return }
        let planes = blocks.page.planes
        for row in 0..<rows {
            let source = (base + row * planeRowBytes).assumingMemoryBound(to: type)
            let pixels = (target + row * blocks.page.rowBytes).assumingMemoryBound(to: type)
            for x in 0..<width {
                pixels[x * planes + plane] = source[x]
            }
        }
    }
}
