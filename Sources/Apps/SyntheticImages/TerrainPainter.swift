internal import PixelKernels
internal import TilePyramid

/// Paints rows of a ``TerrainImage``, in memory that is allocated once.
///
/// One thread uses a painter at a time; every worker has its own. It holds about 3 MB, whatever the size of the image.
package final class TerrainPainter {
    private let image: TerrainImage
    private let patch: GroundPatch

    /// Creates a painter of an image.
    package init(_ image: TerrainImage) {
        self.image = image
        patch = GroundPatch(terrain: image.terrain, noise: image.noise, hasAlpha: image.hasAlpha)
    }

    /// Writes rows of the image into memory.
    ///
    /// ``TerrainImage/bandHeight`` rows at a time cost the least per pixel; the bytes are the same for any rows.
    ///
    /// - Parameters:
    ///   - rows: the rows of the image.
    ///   - pixels: receives the rows.
    ///   - stride: the bytes from one row to the next; at least those of a row in ``TerrainImage/layout``.
    package func paint(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, stride: Int) {
        let bytesPerPixel = image.layout.bytesPerPixel
        let width = image.size.width
        precondition(rows.lowerBound >= 0 && rows.upperBound <= image.size.height, "the rows lie in the image")
        precondition(stride >= width * bytesPerPixel, "rows do not overlap in memory")
        let base = pixels.assumingMemoryBound(to: UInt8.self)
        var top = rows.lowerBound
        while top < rows.upperBound {
            let part = top..<min(top + GroundPatch.maximumHeight, rows.upperBound)
            for left in Swift.stride(from: 0, to: width, by: GroundPatch.maximumWidth) {
                let columns = left..<min(left + GroundPatch.maximumWidth, width)
                patch.compute(columns: columns, rows: part)
                for row in part {
                    let start = base + ((row - rows.lowerBound) * stride + left * bytesPerPixel)
                    image.ground.paint(patch, row: row, columns: columns, into: start, bytesPerPixel: bytesPerPixel)
                }
            }
            let shapes = image.overlay.shapes(in: part)
            for row in part {
                let line = base + (row - rows.lowerBound) * stride
                let canvas = RowCanvas(pixels: line, width: width, bytesPerPixel: bytesPerPixel)
                for shape in shapes where shape.rows.contains(Float(row)) {
                    shape.draw(row: Float(row), on: canvas)
                }
            }
            top = part.upperBound
        }
    }
}
