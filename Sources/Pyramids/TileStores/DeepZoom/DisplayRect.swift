internal import TilePyramid

/// A part of a sparse Deep Zoom image of which there are tiles, as its descriptor says it.
struct DisplayRect: Hashable {
    /// The levels in which they are.
    var levels: ClosedRange<Int>
    /// The part, in full-size pixels.
    var rect: PixelRect

    /// The tiles of a level that show some of it; nil for none.
    func tiles(of level: Level) -> (columns: Range<Int>, rows: Range<Int>)? {
        guard levels.contains(level.index) else { return nil }
        func span(_ pixels: Range<Int>, _ side: Double, _ count: Int) -> Range<Int> {
            let first = min(count, Int((Double(pixels.lowerBound) / side).rounded(.down)))
            return first..<max(first, min(count, Int((Double(pixels.upperBound) / side).rounded(.up))))
        }
        return (
            span(rect.columns, level.horizontalDownsample * Double(level.tileSize.width), level.grid.columns),
            span(rect.rows, level.verticalDownsample * Double(level.tileSize.height), level.grid.rows)
        )
    }

    /// Whether it is all of an image.
    func covers(_ size: PixelSize) -> Bool {
        rect.x == 0 && rect.y == 0 && rect.size.width >= size.width && rect.size.height >= size.height
    }
}

extension DeepZoomDescriptor {
    /// The most parts of an image that are looked at one by one; in one of more parts, tiles may be absent anywhere.
    private static let displayRectLimit = 1024
    /// The most missing tiles that are told one by one, so that no descriptor takes long.
    static let missingTileLimit = 10_000

    /// Reports tiles that are absent where the descriptor says that there is something.
    ///
    /// Where a part is the whole image, as ``DeepZoomStore`` has it, tiles may be absent anywhere. Of a level that no part
    /// is in, nothing is said.
    ///
    /// - Complexity: O(tiles that are there), and of the missing ones up to a limit.
    func reportMissing(
        in source: some PyramidSource, _ report: (ValidationIssue) throws -> Void
    ) throws {
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
                                "this tile is missing, and the descriptor says that the image has something there."))
                        left -= 1
                        guard left > 0 else {
                            return try report(
                                ValidationIssue(
                                    location: "DisplayRects",
                                    "more than \(Self.missingTileLimit) tiles are missing; the rest is not looked for."
                                ))
                        }
                    }
                }
            }
        }
    }
}
