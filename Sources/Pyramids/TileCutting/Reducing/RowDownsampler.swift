internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Downsamples the rows of one plane of a level for the next coarser level, band by band.
final class RowDownsampler {
    private let layout: PixelLayout
    private let holdsNumbers: Bool
    /// Width and height of the plane in samples, and of the coarser level's plane.
    private let size: PixelSize, coarserSize: PixelSize
    /// The upper row of a pair, kept until the lower one comes.
    private var heldRow = ScratchBuffer()
    private var isHolding = false
    /// Rows of the coarser level, made from one band.
    private var output = ScratchBuffer()

    /// Creates a downsampler of a plane of these sizes, in samples.
    init(_ size: PixelSize, to coarserSize: PixelSize, _ plane: PlaneFormat) {
        self.size = size
        self.coarserSize = coarserSize
        layout = plane.layout
        holdsNumbers = plane.holdsNumbers
    }

    /// Adds the next rows of the level, and lends the rows of the coarser level that they complete to `body`.
    func add(_ band: PixelBand, _ body: (PixelBand) throws -> Void) throws {
        let stride = coarserSize.width * layout.bytesPerPixel
        let rowBytes = size.width * layout.bytesPerPixel
        let held = try heldRow.reserve(rowBytes)
        // Where sizes are rounded down, the last row and column are not used: the coarser level's size decides.
        let end = band.rows.upperBound == size.height ? band.rows.upperBound + 1 : band.rows.upperBound
        let made = min(end / 2, coarserSize.height)
        let width = min(size.width, 2 * coarserSize.width)
        let first = (band.rows.lowerBound + (isHolding ? 0 : 1)) / 2
        var y = band.rows.lowerBound
        if made > first {
            let rows = try output.reserve((made - first) * stride)
            for outputRow in first..<made {
                let upper = isHolding ? UnsafeRawPointer(held) : band.row(y)
                y += isHolding ? 0 : 1
                isHolding = false
                let lower = y < size.height ? band.row(y) : nil
                y += 1
                let target = rows + (outputRow - first) * stride
                if holdsNumbers {
                    BoxDownsampling.makeNumberRow(
                        upper: upper, lower: lower, width: width, hasAlpha: layout.channels.hasAlpha, into: target,
                        outputRow: outputRow)
                } else {
                    BoxDownsampling.makeRow(
                        upper: upper, lower: lower, width: width, layout: layout, into: target, outputRow: outputRow)
                }
            }
            try body(PixelBand(base: UnsafeRawPointer(rows), stride: stride, rows: first..<made))
        }
        if y < band.rows.upperBound {
            held.copyMemory(from: band.row(y), byteCount: rowBytes)
            isHolding = true
        }
    }
}
