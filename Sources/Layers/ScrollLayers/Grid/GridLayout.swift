public import LayerTree
public import VectorDrawing

/// The layout of a grid: equal cells in rows that fill the width, from the upper left corner.
///
/// It is a value; each query about a cell takes O(1), whatever the number of items. Cells are whole points wide and high,
/// which keeps them sharp.
public struct GridLayout: Hashable, Sendable {
    /// The number of items.
    public var itemCount: Int
    /// The width of the view in points.
    public var width: Double
    /// The minimum width of a cell in points; cells grow so that a row fills the width.
    public var minimumCellWidth: Double
    /// The width of a cell divided by its height; the default is 1.
    public var aspectRatio: Double
    /// The space between two cells, in both directions; the default is 8.
    public var spacing: Double
    /// The space around all cells; the default is 8 on each side.
    public var insets: EdgeInsets

    /// Creates a layout; its width is 0 until the grid is in a window.
    public init(
        itemCount: Int = 0, width: Double = 0, minimumCellWidth: Double, aspectRatio: Double = 1, spacing: Double = 8,
        insets: EdgeInsets = EdgeInsets(8)
    ) {
        precondition(itemCount >= 0 && minimumCellWidth >= 1 && aspectRatio > 0 && spacing >= 0, "lengths are positive")
        self.itemCount = itemCount
        self.width = width
        self.minimumCellWidth = minimumCellWidth
        self.aspectRatio = aspectRatio
        self.spacing = spacing
        self.insets = insets
    }

    /// The total width in points of the cells of a row and the spaces between them.
    private var room: Double { max(0, width - insets.left - insets.right) }

    /// The number of cells in a row, at least 1 and at most ``columnLimit``.
    public var columns: Int {
        let count = ((room + spacing) / (minimumCellWidth + spacing)).rounded(.down)
        return Int(max(1, min(count, Double(Self.columnLimit))))
    }

    /// The maximum number of cells in a row.
    public static let columnLimit = 1000

    /// The number of rows.
    public var rows: Int { (itemCount + columns - 1) / columns }

    /// The size of a cell in whole points.
    public var cellSize: Size {
        let width = ((room - spacing * Double(columns - 1)) / Double(columns)).rounded(.down)
        return Size(width: max(1, width), height: max(1, (width / aspectRatio).rounded()))
    }

    /// The distance from one row to the next.
    private var rowHeight: Double { cellSize.height + spacing }

    /// The left edge of the first column: the remainder of rounding to whole points is on both sides.
    private var left: Double {
        let used = Double(columns) * (cellSize.width + spacing) - spacing
        return insets.left + max(0, ((room - used) / 2).rounded(.down))
    }

    /// The height of all rows, with the insets.
    public var height: Double {
        insets.top + insets.bottom + max(0, Double(rows) * rowHeight - (rows > 0 ? spacing : 0))
    }

    /// The frame of an item's cell.
    public func frame(of item: Int) -> Rect {
        let size = cellSize
        return Rect(
            origin: Point(
                x: left + Double(item % columns) * (size.width + spacing),
                y: insets.top + Double(item / columns) * rowHeight),
            size: size)
    }

    /// The items of the rows that a range of heights touches, with more rows before and after.
    ///
    /// - Parameters:
    ///   - heights: the range in points from the top of the grid.
    ///   - extraRows: the rows that are added on both sides; the default is 0.
    /// - Returns: the items, none where there are no rows.
    public func items(in heights: ClosedRange<Double>, extraRows: Int = 0) -> Range<Int> {
        let first = row(at: heights.lowerBound + spacing) - extraRows
        let last = row(at: heights.upperBound) + extraRows
        let start = min(max(0, first) * columns, itemCount)
        return start..<max(start, min((max(-1, last) + 1) * columns, itemCount))
    }

    /// Returns the row at a height, possibly beyond the last row; the space after a row belongs to the row.
    private func row(at height: Double) -> Int {
        let row = ((height - insets.top) / rowHeight).rounded(.down)
        return Int(max(-1, min(row, Double(rows))))
    }

    /// The item whose cell contains a point; nil if there is none.
    public func item(at point: Point) -> Int? {
        let column = ((point.x - left) / (cellSize.width + spacing)).rounded(.down)
        let row = row(at: point.y)
        guard column >= 0, column < Double(columns), row >= 0 else { return nil }
        let item = row * columns + Int(column)
        return item < itemCount && frame(of: item).contains(point) ? item : nil
    }

    /// Returns the item beside another item: in the next column, with rows continued, or in the same column of the next row.
    ///
    /// - Parameters:
    ///   - item: an item.
    ///   - direction: the direction.
    ///   - count: the number of steps; the default is 1.
    /// - Returns: the item, or the first or last item that can be reached. From the last full row, down leads to the last item
    ///   if the row below is shorter.
    public func item(from item: Int, toward direction: ScrollDirection, by count: Int = 1) -> Int {
        let last = max(0, itemCount - 1)
        switch direction {
        case .left: return max(0, item - count)
        case .right: return min(last, item + count)
        case .up: return item - min(count, item / columns) * columns
        case .down:
            let steps = min(count, max(0, rows - 1 - item / columns))
            return min(last, item + steps * columns)
        }
    }
}
