internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The coverage of a small shape, computed once for all bands, frames and copies of it.
final class CoverageMask: Sendable {
    /// The pixels with coverage, relative to the shape's whole pixel.
    let bounds: PixelRect
    /// The coverage of each pixel, row by row.
    private let coverage: [UInt8]

    /// The bytes of the mask.
    var byteCount: Int { coverage.count + MemoryLayout<PixelRect>.size }

    /// Creates the mask of a coverage.
    ///
    /// - Parameters:
    ///   - shape: the coverage, relative to the shape's whole pixel.
    ///   - box: the pixels that may be covered.
    init(_ shape: PathCoverage, in box: PixelRect) {
        bounds = shape.pixelBounds.intersection(box)
        coverage = shape.mask(of: bounds)
    }

    /// Calls `body` for the rows of the mask in a rectangle, with the coverage of their columns.
    func forEachRow(
        in area: PixelRect, _ body: (_ row: Int, _ columns: Range<Int>, _ coverage: UnsafePointer<UInt8>) -> Void
    ) {
        let visible = area.intersection(bounds)
        guard !visible.isEmpty else { return }
        coverage.withUnsafeBufferPointer { memory in
            guard let base = memory.baseAddress else { return }
            var row = base + ((visible.y - bounds.y) * bounds.size.width + visible.x - bounds.x)
            for number in visible.rows {
                body(number, visible.columns, row)
                row += bounds.size.width
            }
        }
    }
}
