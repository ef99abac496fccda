package import Georeferencing
internal import Numbers

/// The tiles of a map that exist, as a range of columns and rows for each zoom.
package struct MapExtent: Hashable {
    /// The smallest range that holds all tiles of a zoom, by zoom; zooms without tiles are left out.
    package private(set) var ranges: [Int: TileRange] = [:]

    /// Creates the extent of a map without tiles.
    package init() {}

    /// Extends a zoom's range.
    package mutating func add(_ range: TileRange, zoom: Int) {
        guard let old = ranges[zoom] else {
            ranges[zoom] = range
            return
        }
        ranges[zoom] = old.union(range)
    }

    /// Extends a zoom's range by one tile.
    package mutating func add(_ tile: MapTile) {
        // Checked: the next number of a column and of a row, which are less than 2^30.
        add(TileRange(columns: tile.column..<tile.column + 1, rows: tile.row..<tile.row + 1), zoom: tile.zoom)
    }

    /// The zooms of the coarsest and of the finest tile; `nil` if there are no tiles.
    package var zooms: ClosedRange<Int>? {
        guard let first = ranges.keys.min(), let last = ranges.keys.max() else { return nil }
        return CheckedNumber.range(from: first, through: last)
    }

    /// The tiles of a zoom that cover all tiles of this zoom and of finer ones; `nil` if there are none.
    func covering(at zoom: Int) -> TileRange? {
        ranges.filter { $0.key >= zoom }.map { $0.value.parents($0.key - zoom) }
            .reduce(nil) { union, range in union.map { $0.union(range) } ?? range }
    }

    /// Whether tiles of finer zooms cannot lie outside what is known: the range of a zoom is the whole map.
    package var isWhole: Bool { zooms.map { covering(at: $0.lowerBound) == .world(at: $0.lowerBound) } ?? false }
}

extension TileRange {
    /// All tiles of a zoom.
    static func world(at zoom: Int) -> TileRange { TileRange(columns: 0..<1 << zoom, rows: 0..<1 << zoom) }

    /// The smallest range that holds both.
    package func union(_ other: TileRange) -> TileRange {
        func union(_ first: Range<Int>, _ second: Range<Int>) -> Range<Int> {
            // Checked: a minimum, and a maximum.
            min(first.lowerBound, second.lowerBound)..<max(first.upperBound, second.upperBound)
        }
        return TileRange(columns: union(columns, other.columns), rows: union(rows, other.rows))
    }

    /// The tiles that cover this range in the zoom that is coarser by a number of steps.
    func parents(_ steps: Int) -> TileRange {
        func parents(_ range: Range<Int>) -> Range<Int> {
            // Checked: the parent of the last tile is not before that of the first.
            range.lowerBound >> steps..<((range.upperBound - 1) >> steps) + 1
        }
        return TileRange(columns: parents(columns), rows: parents(rows))
    }

    /// Whether all tiles of another range are in this one.
    package func contains(_ other: TileRange) -> Bool {
        columns.clamped(to: other.columns) == other.columns && rows.clamped(to: other.rows) == other.rows
    }

    /// The number of tiles; the greatest number that there is, if that is less.
    package var count: Int { CheckedNumber.product(columns.count, rows.count) ?? .max }
}
