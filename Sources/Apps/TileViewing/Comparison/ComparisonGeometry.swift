internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The panes of images that are compared, in pixels of the window.
struct ComparisonGeometry: Hashable, Sendable {
    /// The size of the window in pixels.
    let size: PixelSize
    /// Pixels per point.
    let scale: Double
    /// The columns and rows of the panes.
    let grid: PaneGrid
    /// The pixels of each pane, row by row from the upper left; all of equal size.
    let panes: [PixelRect]

    /// Divides a window.
    ///
    /// - Parameters:
    ///   - size: the size of the window in pixels.
    ///   - scale: pixels per point.
    ///   - count: the number of panes, which are arranged as ``PaneGrid`` says. Dividers are a point wide; those at the left
    ///     and at the top take a pixel more where the size cannot be divided evenly.
    init(_ size: PixelSize, scale: Double, paneCount count: Int) {
        self.size = size
        self.scale = scale
        let grid = PaneGrid(for: count, in: size)
        self.grid = grid
        let divider = max(1, Int(scale.rounded()))
        let columns = Self.spans(grid.columns, of: size.width, divider: divider)
        let rows = Self.spans(grid.rows, of: size.height, divider: divider)
        panes = (0..<max(1, min(count, grid.capacity))).map { index in
            let column = columns[index % grid.columns]
            let row = rows[index / grid.columns]
            return PixelRect(x: column.lowerBound, y: row.lowerBound, width: column.count, height: row.count)
        }
    }

    /// Divides a length into equal spans with dividers between them; the first dividers take what is left over.
    private static func spans(_ count: Int, of length: Int, divider: Int) -> [Range<Int>] {
        let divider = count > 1 ? divider : 0
        let span = max(1, (length - divider * (count - 1)) / count)
        let spare = max(0, length - span * count - divider * (count - 1))
        return (0..<count).map { index in
            let start = index * (span + divider) + min(index, spare)
            return start..<start + span
        }
    }

    /// The frames of the panes in points.
    var frames: [Rect] { panes.map { points(Rect($0)) } }

    /// The dividers between the columns and between the rows of panes, in points.
    var dividers: [Rect] {
        let columns = panes.prefix(grid.columns)
        let rows = stride(from: 0, to: panes.count, by: grid.columns).map { panes[$0] }
        let upright = zip(columns, columns.dropFirst()).map { left, right in
            let start = Double(left.columns.upperBound)
            return points(Rect(x: start, y: 0, width: Double(right.x) - start, height: Double(size.height)))
        }
        let level = zip(rows, rows.dropFirst()).map { upper, lower in
            let start = Double(upper.rows.upperBound)
            return points(Rect(x: 0, y: start, width: Double(size.width), height: Double(lower.y) - start))
        }
        return upright + level
    }

    /// The pane at a point of the window, in points; the nearest one on a divider, outside, or in an empty place.
    func pane(at point: Point) -> Int {
        let column = panes.prefix(grid.columns).lastIndex { Double($0.x) <= point.x * scale } ?? 0
        let row = panes.lastIndex { Double($0.y) <= point.y * scale }.map { $0 / grid.columns } ?? 0
        return min(row * grid.columns + column, panes.count - 1)
    }

    /// The position in points, on whole pixels, of a curtain at a fraction of the window's width.
    func curtain(at fraction: Double) -> Double { (fraction * Double(size.width)).rounded() / scale }

    private func points(_ rect: Rect) -> Rect {
        Rect(
            x: rect.minX / scale, y: rect.minY / scale, width: rect.size.width / scale, height: rect.size.height / scale
        )
    }
}
