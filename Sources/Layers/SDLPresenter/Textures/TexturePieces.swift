internal import TilePyramid

/// How a picture is cut into textures: into one, or into several that share a border if it is larger than a texture
/// may be.
///
/// Each piece has one more pixel on each side where it has a neighbor, so that what is sampled between two pixels
/// never needs two textures: there is no seam.
struct TexturePieces {
    /// The pixels of the picture.
    let size: PixelSize
    /// From the beginning of one piece to that of the next, without borders; nil for a single piece.
    let step: Int?
    /// How many pieces there are each way.
    let grid: TileGrid

    /// The pieces of a picture, none larger than `limit` each way; nil for no limit.
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

    /// The pixels of the picture that a piece has, with its borders.
    func pixels(column: Int, row: Int) -> PixelRect {
        let columns = range(column, of: size.width)
        let rows = range(row, of: size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The lines between pieces along one axis that lie within a range of pixels.
    func lines(within range: ClosedRange<Double>, length: Int) -> [Double] {
        guard let step else { return [] }
        return stride(from: step, to: length, by: step).map(Double.init).filter {
            $0 > range.lowerBound && $0 < range.upperBound
        }
    }

    /// The column or row of the piece that holds a place.
    func index(at position: Double, count: Int) -> Int {
        guard let step else { return 0 }
        return min(max(Int(position) / step, 0), count - 1)
    }

    private func range(_ index: Int, of length: Int) -> Range<Int> {
        guard let step else { return 0..<length }
        return max(0, index * step - 1)..<min(length, (index + 1) * step + 1)
    }
}
