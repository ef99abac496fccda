internal import Numbers
package import TilePyramid

/// A rectangle of a sparse Deep Zoom image in which tiles exist (`DisplayRect`).
package struct DisplayRect: Hashable {
    /// The levels in which tiles exist.
    var levels: ClosedRange<Int>
    /// The rectangle in full-size pixels.
    var rect: PixelRect

    /// The columns and rows of a level that intersect the rectangle; `nil` for levels outside ``levels``.
    package func tiles(of level: Level) -> (columns: Range<Int>, rows: Range<Int>)? {
        guard levels.contains(level.index) else { return nil }
        func span(_ pixels: Range<Int>, _ side: Double, _ count: Int) -> Range<Int> {
            let first = Double(pixels.lowerBound) / side
            let end = Double(pixels.upperBound) / side
            let start = CheckedNumber.integer(first, rounded: .down, clampedTo: 0...count)
            // Checked: clamped to the start.
            return start..<CheckedNumber.integer(end, rounded: .up, clampedTo: start...count)
        }
        return (
            span(rect.columns, level.horizontalDownsample * Double(level.tileSize.width), level.grid.columns),
            span(rect.rows, level.verticalDownsample * Double(level.tileSize.height), level.grid.rows)
        )
    }

    /// Whether the rectangle covers an image of this size.
    package func covers(_ size: PixelSize) -> Bool {
        rect.x == 0 && rect.y == 0 && rect.size.width >= size.width && rect.size.height >= size.height
    }
}

extension DeepZoomDescriptor {
    /// The most rectangles that are checked; with more, any tile may be absent.
    private static let displayRectLimit = 64
    /// The most missing tiles that are reported, which bounds the time that a descriptor can cost.
    static let missingTileLimit = 10_000

    /// Reports tiles that are absent inside the display rectangles.
    ///
    /// If a rectangle covers the whole image, as in the pyramids that are written here, any tile may be absent. Levels
    /// outside of all rectangles are not checked.
    ///
    /// - Complexity: O(existing tiles + missing tiles, up to a limit).
    func reportMissing(in source: any PyramidSource, _ report: (ValidationIssue) throws -> Void) throws {
        let pyramid = source.pyramid
        guard displayRects.count <= Self.displayRectLimit, !displayRects.contains(where: { $0.covers(size) }) else {
            return
        }
        var left = Self.missingTileLimit
        for level in pyramid.levels[pyramid.presentLevels] {
            let parts = displayRects.compactMap { $0.tiles(of: level) }
            for (number, part) in parts.enumerated() {
                for row in part.rows {
                    for column in part.columns {
                        let index = TileIndex(level: level.index, column: column, row: row)
                        let isKnown = parts[..<number].contains { $0.columns.contains(column) && $0.rows.contains(row) }
                        guard try !isKnown && source.storedTile(index) == nil else { continue }
                        try report(
                            ValidationIssue(
                                tile: index, location: source.location(of: index),
                                "the tile is missing, although the DisplayRects of the descriptor include it."))
                        left -= 1
                        guard left > 0 else {
                            return try report(
                                ValidationIssue(
                                    location: "DisplayRects",
                                    "more than \(Self.missingTileLimit) tiles are missing; the others were not checked."
                                ))
                        }
                    }
                }
            }
        }
    }
}
