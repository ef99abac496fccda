internal import TilePyramid

/// The columns and rows in which the panes of a window are arranged.
struct PaneGrid: Hashable, Sendable {
    /// The number of panes beside one another.
    let columns: Int
    /// The number of panes one above the other.
    let rows: Int

    /// The most columns and the most rows: 3, so that there are up to nine panes.
    static let sideLimit = 3

    /// Chooses the grid in which the panes waste least of a window: the one whose panes hold the largest square.
    ///
    /// Of equally good grids the one with the fewest empty places is chosen, and then the one with more columns: two panes are
    /// side by side in a wide window, and one above the other in a high one. A window of few pixels has fewer panes.
    ///
    /// - Parameters:
    ///   - count: the number of panes.
    ///   - size: the size of the window in pixels.
    init(for count: Int, in size: PixelSize) {
        let count = max(1, min(count, Self.sideLimit * Self.sideLimit))
        var best = PaneGrid(columns: 1, rows: 1)
        for columns in 1...min(count, Self.sideLimit) where columns <= size.width {
            let rows = (count + columns - 1) / columns
            guard rows <= Self.sideLimit, rows <= size.height else { continue }
            let grid = PaneGrid(columns: columns, rows: rows)
            if best.capacity < count || grid.isBetter(than: best, in: size) { best = grid }
        }
        self = best
    }

    private init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The number of places for panes.
    var capacity: Int { columns * rows }

    private func isBetter(than other: PaneGrid, in size: PixelSize) -> Bool {
        let side = squareSide(in: size)
        let otherSide = other.squareSide(in: size)
        guard side == otherSide else { return side > otherSide }
        return capacity == other.capacity ? columns > other.columns : capacity < other.capacity
    }

    /// The side of the largest square in a pane.
    private func squareSide(in size: PixelSize) -> Double {
        min(Double(size.width) / Double(columns), Double(size.height) / Double(rows))
    }
}
