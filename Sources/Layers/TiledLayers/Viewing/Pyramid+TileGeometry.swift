public import LayerTree
public import TilePyramid

extension Pyramid {
    /// The part of the image that a tile stands for, in full-size pixels; overlap is not counted.
    ///
    /// The tiles of a level share their edges and cover the image from edge to edge, also where a level's size was
    /// rounded.
    public func imageRect(of index: TileIndex) -> Rect {
        let level = levels[index.level]
        func span(
            _ position: Int, _ count: Int, _ step: Double, _ inset: Double, _ length: Int
        ) -> (start: Double, length: Double) {
            let start = min(max(0, Double(position) * step - inset), Double(length))
            let end = position == count - 1 ? Double(length) : min(Double(position + 1) * step - inset, Double(length))
            return (start, end - start)
        }
        let (step, inset) = (level.tileStep, level.fullSizeInset)
        let columns = span(index.column, level.grid.columns, step.width, inset.x, size.width)
        let rows = span(index.row, level.grid.rows, step.height, inset.y, size.height)
        return Rect(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
    }

    /// Whether a tile has pixels, overlap included, of a part of the image; nil stands for all of it.
    func shows(_ index: TileIndex, in rect: Rect?) -> Bool {
        guard let rect else { return true }
        let (imageRect, level) = (imageRect(of: index), levels[index.level])
        let (across, down) = (
            Double(overlap) * level.horizontalDownsample, Double(overlap) * level.verticalDownsample
        )
        let shown = Rect(
            x: imageRect.minX - across, y: imageRect.minY - down, width: imageRect.size.width + 2 * across,
            height: imageRect.size.height + 2 * down)
        return shown.intersection(rect) != nil
    }

    /// The tiles of a level whose places share more than an edge with a rectangle of full-size pixels.
    func tiles(of level: Int, in rect: Rect) -> TileRange {
        let (step, inset) = (levels[level].tileStep, levels[level].fullSizeInset)
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

    /// The tile of a level in whose place a place of the image lies, or the nearest one.
    func tile(of level: Int, at point: Point) -> TileIndex {
        let block = tiles(of: level, in: Rect(origin: point, size: .zero))
        return TileIndex(level: level, column: block.columns.lowerBound, row: block.rows.lowerBound)
    }

    /// Bytes of memory that a tile's pixels take.
    func cost(of index: TileIndex) -> Int { rect(of: index).size.area * MemoryLayout<UInt32>.stride }

    /// The coarsest level that is asked for as long as anything is seen: the finest one that is a single tile.
    ///
    /// Coarser ones show no more in no less time. Where every level has several tiles it is the coarsest one.
    var baseLevel: Int { presentLevels.last { levels[$0].grid.count == 1 } ?? presentLevels.lowerBound }
}

extension Level {
    /// The distance between tile origins in full-size pixels.
    var tileStep: Size {
        Size(
            width: Double(tileSize.width) * horizontalDownsample,
            height: Double(tileSize.height) * verticalDownsample)
    }

    /// How far inside its first tile the image begins, in full-size pixels.
    var fullSizeInset: Point {
        Point(x: Double(inset.x) * horizontalDownsample, y: Double(inset.y) * verticalDownsample)
    }
}

/// Neighboring tiles of a level that form a rectangle.
struct TileRange: Hashable {
    var level: Int
    var columns: Range<Int>
    var rows: Range<Int>

    var count: Int { columns.count * rows.count }

    /// The tiles, row by row.
    var indices: some Sequence<TileIndex> {
        rows.lazy.flatMap { [self] row in
            columns.lazy.map { TileIndex(level: level, column: $0, row: row) }
        }
    }

    /// The tiles of it that are at most `reach` columns and rows away from one.
    func window(around center: TileIndex, reach: Int) -> TileRange {
        TileRange(
            level: level, columns: columns.clamped(to: center.column - reach..<center.column + reach + 1),
            rows: rows.clamped(to: center.row - reach..<center.row + reach + 1))
    }
}
