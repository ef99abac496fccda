internal import ImageSources
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// Decodes strips or tiles, interleaved or in separate planes, whose samples are converted one by one: of unusual sizes,
/// signed, floating point, or indices of a palette.
///
/// Rows are delivered with samples of 8 or 16 bits that use their full range. Memory is a row of blocks.
final class TIFFSampleRowReader: TIFFRowReader {
    let blocks: TIFFBlocks
    private let samples: TIFFConvertedSamples
    private var block = ScratchBuffer()
    /// The delivered values of color and alpha samples, by bit pattern, where those have up to 16 bits.
    private let tables: (color: [UInt16], alpha: [UInt16])
    private let range: SampleRange

    /// Creates a reader; `requested` are the values that become black and white, nil to measure them.
    init(_ blocks: TIFFBlocks, _ samples: TIFFConvertedSamples, range requested: SampleRange?) throws {
        self.blocks = blocks
        self.samples = samples
        range = try requested ?? Self.measuredRange(blocks, samples)
        tables = (samples.table(range), samples.table(samples.type.range))
    }

    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect] {
        let page = page
        let delivered = page.stored.samplesPerPixel
        var missing: [PixelRect] = []
        for (column, rect) in page.rects(of: rows) {
            let isComplete = try blocks.forEachRow(of: column, rows, samples, &block) { plane, y, row in
                let pixels = target + (y - rows.lowerBound) * page.rowBytes
                if page.stored.bits == 8 {
                    let start = pixels.assumingMemoryBound(to: UInt8.self) + rect.x * delivered
                    convert(row, plane: plane, rect.size.width, to: start)
                } else {
                    let start = pixels.assumingMemoryBound(to: UInt16.self) + rect.x * delivered
                    convert(row, plane: plane, rect.size.width, to: start)
                }
            }
            if !isComplete { missing.append(rect) }
        }
        blocks.file.releasePages()
        return missing
    }

    /// Converts a row of one plane, or of all channels if they are interleaved.
    private func convert<Sample: FixedWidthInteger>(
        _ row: UnsafeRawPointer, plane: Int, _ width: Int, to target: UnsafeMutablePointer<Sample>
    ) {
        let channels = samples.perPixel / samples.planes
        let delivered = page.stored.samplesPerPixel
        let maximum = Double(Sample.max)
        for x in 0..<width {
            for channel in 0..<channels {
                let pattern = samples.type.pattern(row, x * channels + channel)
                if let palette = samples.palette {
                    // The channels of a pixel after the first are no indices.
                    guard channel == 0 else { continue }
                    let index = Int(truncatingIfNeeded: pattern)
                    for color in 0..<3 {
                        target[x * delivered + color] = Sample(truncatingIfNeeded: palette[3 * index + color])
                    }
                    continue
                }
                let index = plane + channel
                let isAlpha = index == page.stored.alphaIndex
                let table = isAlpha ? tables.alpha : tables.color
                let value: UInt16
                if table.isEmpty {
                    let range = isAlpha ? samples.type.range : range
                    value = range.scaled(samples.type.value(pattern), maximum: maximum)
                } else {
                    value = table[Int(truncatingIfNeeded: pattern)]
                }
                target[x * delivered + index] = Sample(truncatingIfNeeded: value)
            }
        }
    }

    /// The minimum and maximum of the color samples, from an extra pass over the pixels.
    ///
    /// NaN and infinity often mark missing data; they are not part of the visible range.
    private static func measuredRange(_ blocks: TIFFBlocks, _ samples: TIFFConvertedSamples) throws -> SampleRange {
        let page = blocks.page
        let channels = samples.perPixel / samples.planes
        var block = ScratchBuffer()
        var (least, greatest) = (Double.infinity, -Double.infinity)
        for top in stride(from: 0, to: page.size.height, by: page.block.height) {
            let rows = top..<min(top + page.block.height, page.size.height)
            for (column, rect) in page.rects(of: rows) {
                _ = try blocks.forEachRow(of: column, rows, samples, &block) { plane, _, row in
                    for x in 0..<rect.size.width {
                        for channel in 0..<channels where plane + channel < samples.colors {
                            let value = samples.type.value(samples.type.pattern(row, x * channels + channel))
                            guard value.isFinite else { continue }
                            (least, greatest) = (min(least, value), max(greatest, value))
                        }
                    }
                }
            }
            blocks.file.releasePages()
        }
        return SampleRange(least: least, greatest: greatest)
    }
}

extension TIFFPage {
    /// The columns of blocks, and the pixels of each in rows of the image.
    fileprivate func rects(of rows: Range<Int>) -> [(column: Int, rect: PixelRect)] {
        (0..<blockColumns).map { ($0, rect(column: $0, rows: rows)) }
    }
}

extension TIFFBlocks {
    /// Decodes a column's block of each plane, and lends its rows; `rows` begin at a block's first row.
    ///
    /// - Returns: false when a block is unreadable and that is allowed.
    fileprivate func forEachRow(
        of column: Int, _ rows: Range<Int>, _ samples: TIFFConvertedSamples, _ scratch: inout ScratchBuffer,
        _ body: (_ plane: Int, _ y: Int, _ row: UnsafeRawPointer) -> Void
    ) throws -> Bool {
        let rowBytes = samples.blockRowBytes(page.block.width)
        let bytes = rowBytes * (page.isTiled ? page.block.height : rows.count)
        let buffer = try scratch.reserve(bytes)
        for plane in 0..<samples.planes {
            let inPlane = rows.lowerBound / page.block.height * page.blockColumns + column
            let number = UInt32(plane * page.blockColumns * page.blockRows + inPlane)
            let isDecoded = try decode(Int(number), row: rows.lowerBound) { tiff in
                page.isTiled
                    ? TIFFReadEncodedTile(tiff, number, buffer, tmsize_t(bytes)) == bytes
                    : TIFFReadEncodedStrip(tiff, number, buffer, tmsize_t(bytes)) == bytes
            }
            // Pixels without one of their channels would have wrong colors.
            guard isDecoded else { return false }
            for y in rows { body(plane, y, UnsafeRawPointer(buffer) + (y - rows.lowerBound) * rowBytes) }
        }
        return true
    }
}
