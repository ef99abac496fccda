internal import TilePyramid

/// The division of a pixel buffer into textures: one, or several if the buffer is larger than a texture may be.
///
/// Each piece extends one pixel into its neighbors, so that interpolation never needs two textures and no seam appears.
struct TexturePieces {
    /// The size of the buffer in pixels.
    let size: PixelSize
    /// The distance between the origins of pieces, without borders; nil for a single piece.
    let step: Int?
    /// The columns and rows of pieces.
    let grid: TileGrid

    /// Creates the pieces of a buffer, at most `limit` pixels per side; nil for no limit.
    init(of size: PixelSize, limit: Int?) {
        self.size = size
        if let limit, max(size.width, size.height) > limit {
            step = limit - 2
            grid = TileGrid(covering: size, tileSize: limit - 2)
        } else {
            step = nil
            grid = TileGrid(columns: 1, rows: 1)
        }
    }

    /// The rectangle of a piece in the buffer, borders included.
    func pixels(column: Int, row: Int) -> PixelRect {
        let columns = range(column, of: size.width)
        let rows = range(row, of: size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The boundaries between pieces along one axis that lie within a range of pixels.
    func lines(within range: ClosedRange<Double>, length: Int) -> [Double] {
        guard let step else { return [] }
        return stride(from: step, to: length, by: step).map(Double.init).filter {
            $0 > range.lowerBound && $0 < range.upperBound
        }
    }

    /// The column or row of the piece that contains a position.
    func index(at position: Double, count: Int) -> Int {
        guard let step else { return 0 }
        return min(max(Int(position) / step, 0), count - 1)
    }

    private func range(_ index: Int, of length: Int) -> Range<Int> {
        guard let step else { return 0..<length }
        return max(0, index * step - 1)..<min(length, (index + 1) * step + 1)
    }
}
