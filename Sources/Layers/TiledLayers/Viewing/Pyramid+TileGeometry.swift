internal import LayerTree
public import TilePyramid
public import VectorDrawing

extension Pyramid {
    /// Returns the part of the image that a tile covers, in full-size pixels, without overlap.
    ///
    /// The tiles of a level share their edges and cover the whole image, even if the size of the level was rounded.
    public func imageRect(of index: TileIndex) -> Rect {
        let level = levels[index.level]
        func edges(_ position: Int, _ count: Int, _ step: Double, _ inset: Double, _ length: Int) -> (Double, Double) {
            let start = min(max(0, Double(position) * step - inset), Double(length))
            let end = position == count - 1 ? Double(length) : min(Double(position + 1) * step - inset, Double(length))
            return (start, end)
        }
        let step = level.tileStep
        let inset = level.fullSizeInset
        let (left, right) = edges(index.column, level.grid.columns, step.width, inset.x, size.width)
        let (top, bottom) = edges(index.row, level.grid.rows, step.height, inset.y, size.height)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Whether a tile, including its overlap, has pixels of a part of the image.
    ///
    /// Nil stands for the whole image.
    func shows(_ index: TileIndex, in rect: Rect?) -> Bool {
        guard let rect else { return true }
        let level = levels[index.level]
        let shown = imageRect(of: index).expanded(
            by: Double(overlap) * level.horizontalDownsample, Double(overlap) * level.verticalDownsample)
        return shown.intersection(rect) != nil
    }

    /// The tiles of a level that share more than an edge with a rectangle of full-size pixels.
    func tiles(of level: Int, in rect: Rect) -> TileRange {
        let step = levels[level].tileStep
        let inset = levels[level].fullSizeInset
        let grid = levels[level].grid
        func span(_ low: Double, _ high: Double, _ step: Double, _ count: Int) -> Range<Int> {
            let last = Double(count - 1)
            let first = min(max((low / step).rounded(.down), 0), last)
            let end = min(max((high / step).rounded(.up), first + 1), last + 1)
            return Int(first)..<Int(end)
        }
        return TileRange(
            level: level, columns: span(rect.minX + inset.x, rect.maxX + inset.x, step.width, grid.columns),
            rows: span(rect.minY + inset.y, rect.maxY + inset.y, step.height, grid.rows))
    }

    /// The tile of a level that contains a point of the image, or the nearest tile.
    func tile(of level: Int, at point: Point) -> TileIndex {
        let block = tiles(of: level, in: Rect(origin: point, size: .zero))
        return TileIndex(level: level, column: block.columns.lowerBound, row: block.rows.lowerBound)
    }

    /// The bytes that a tile's decoded pixels take.
    func cost(of index: TileIndex) -> Int { rect(of: index).size.area * MemoryLayout<UInt32>.stride }

    /// The coarsest level that is requested while anything is visible: the finest level with a single tile.
    ///
    /// Coarser levels would show less and load no faster. Without a single-tile level it is the coarsest level present.
    var baseLevel: Int { presentLevels.last { levels[$0].grid.count == 1 } ?? presentLevels.lowerBound }
}

extension Level {
    /// The distance between tile origins in full-size pixels.
    var tileStep: Size {
        Size(
            width: Double(tileSize.width) * horizontalDownsample,
            height: Double(tileSize.height) * verticalDownsample)
    }

    /// The offset of the image's origin in its first tile, in full-size pixels.
    var fullSizeInset: Point {
        Point(x: Double(inset.x) * horizontalDownsample, y: Double(inset.y) * verticalDownsample)
    }
}

extension Rect {
    /// Creates the rectangle of all pixels of an image.
    init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    /// The center.
    var middle: Point { point(at: Point(x: 0.5, y: 0.5)) }

    /// Returns the rectangle extended by `x` to the left and right, and by `y` to the top and bottom.
    func expanded(by x: Double, _ y: Double) -> Rect {
        Rect(x: minX - x, y: minY - y, width: size.width + 2 * x, height: size.height + 2 * y)
    }
}

/// A rectangular range of tiles of a level.
struct TileRange {
    var level: Int
    var columns: Range<Int>
    var rows: Range<Int>

    var count: Int { columns.count * rows.count }

    /// The tile addresses, row by row.
    var indices: some Sequence<TileIndex> {
        rows.lazy.flatMap { [self] row in
            columns.lazy.map { TileIndex(level: level, column: $0, row: row) }
        }
    }

    /// The tiles of the range that are at most `reach` columns and rows away from `center`.
    func window(around center: TileIndex, reach: Int) -> TileRange {
        TileRange(
            level: level, columns: columns.clamped(to: center.column - reach..<center.column + reach + 1),
            rows: rows.clamped(to: center.row - reach..<center.row + reach + 1))
    }
}
