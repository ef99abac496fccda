internal import ImageSources
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles in separate planes, one plane after the other, and interleaves their samples.
///
/// Memory is one tile of one plane. Samples have 8 or 16 bits.
final class TIFFSeparatePlaneRowReader: TIFFRowReader {
    let blocks: TIFFBlocks
    private var tile = ScratchBuffer()
    /// The bytes of a row of a tile in one plane.
    private let planeRowBytes: Int

    init(_ blocks: TIFFBlocks) {
        self.blocks = blocks
        planeRowBytes = blocks.page.blockRowBytes / blocks.page.planes
    }

    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect] {
        let tileBytes = planeRowBytes * page.block.height
        let samples = try tile.reserve(tileBytes)
        let first = rows.lowerBound / page.block.height * page.blockColumns
        var missing: [PixelRect] = []
        for column in 0..<page.blockColumns {
            let rect = page.rect(column: column, rows: rows)
            for plane in 0..<page.planes {
                let index = plane * page.blockColumns * page.blockRows + first + column
                let isDecoded = try blocks.decode(index, row: rows.lowerBound) {
                    TIFFReadEncodedTile($0, UInt32(index), samples, tmsize_t(tileBytes)) == tileBytes
                }
                guard isDecoded else {
                    // Pixels without one of their channels would have wrong colors.
                    missing.append(rect)
                    break
                }
                let destination = target + rect.x * page.stored.bits / 8 * page.planes
                if page.stored.bits == 8 {
                    spread(samples, as: UInt8.self, plane: plane, rect.size, to: destination)
                } else {
                    spread(samples, as: UInt16.self, plane: plane, rect.size, to: destination)
                }
            }
        }
        blocks.file.releasePages()
        return missing
    }

    /// Writes a tile's samples to one channel of the pixels at `target`.
    private func spread<Sample: FixedWidthInteger>(
        _ samples: UnsafeRawPointer, as type: Sample.Type, plane: Int, _ size: PixelSize,
        to target: UnsafeMutableRawPointer
    ) {
        let (planes, rowBytes) = (page.planes, page.rowBytes)
        for row in 0..<size.height {
            let source = (samples + row * planeRowBytes).assumingMemoryBound(to: type)
            let pixels = (target + row * rowBytes).assumingMemoryBound(to: type)
            for x in 0..<size.width {
                pixels[x * planes + plane] = source[x]
            }
        }
    }
}
