internal import ImageMetadata
internal import TilePyramid

/// A part of an image whose rows are stored one after another: the whole, or one of the seven passes of Adam7 (PNG
/// specification, third edition, section 8).
struct PNGPass {
    /// The image's first column and row in the pass.
    let origin: (x: Int, y: Int)
    /// The distance of the columns and rows that the pass has.
    let step: (x: Int, y: Int)
    /// The columns and rows that a pixel stands for until later passes are read.
    let block: PixelSize
    /// The columns and rows of the pass.
    let size: PixelSize
    /// The bytes of a row, without its filter type.
    let rowBytes: Int

    private init(_ header: PNGHeader, x: Int, y: Int, stepX: Int, stepY: Int, block: PixelSize) {
        origin = (x, y)
        step = (stepX, stepY)
        self.block = block
        size = PixelSize(
            width: max(0, (header.size.width - x + stepX - 1) / stepX),
            height: max(0, (header.size.height - y + stepY - 1) / stepY))
        // Sides have at most 31 bits, and a pixel 64.
        rowBytes = (size.width * header.colorType.samples * header.depth + 7) / 8
    }

    /// The passes of an image that have pixels, in the file's order.
    static func passes(_ header: PNGHeader) -> [PNGPass] {
        guard header.isInterlaced else {
            return [PNGPass(header, x: 0, y: 0, stepX: 1, stepY: 1, block: PixelSize(width: 1, height: 1))]
        }
        let geometry = [
            (0, 0, 8, 8, 8, 8), (4, 0, 8, 8, 4, 8), (0, 4, 4, 8, 4, 4), (2, 0, 4, 4, 2, 4), (0, 2, 2, 4, 2, 2),
            (1, 0, 2, 2, 1, 2), (0, 1, 1, 2, 1, 1),
        ]
        let passes = geometry.map {
            PNGPass(
                header, x: $0.0, y: $0.1, stepX: $0.2, stepY: $0.3, block: PixelSize(width: $0.4, height: $0.5))
        }
        return passes.filter { $0.size.width > 0 && $0.size.height > 0 }
    }

    /// The rows of the pass that lie in rows of the image.
    func rows(in rows: Range<Int>) -> Range<Int> {
        func first(_ y: Int) -> Int { min(size.height, max(0, y - origin.y + step.y - 1) / step.y) }
        return first(rows.lowerBound)..<first(rows.upperBound)
    }

    /// The bytes of all rows with their filter types.
    var filteredBytes: Int { (rowBytes + 1) * size.height }
}
