internal import TilePyramid

extension ZoomGrid {
    /// The tiles of a part of the world: at every zoom those that lie in the tiles of the coarsest.
    ///
    /// So each level shows the same, and is the next finer one halved.
    ///
    /// - Parameters:
    ///   - bounds: the part; nil for the whole.
    ///   - zooms: from the coarsest to the finest zoom.
    ///   - tileSize: the pixels of a tile.
    ///   - path: the file, for messages.
    /// - Throws: ``StoreError`` when it is too large for its pixels to be counted.
    init(world bounds: WorldBounds?, zooms: ClosedRange<Int>, tileSize: PixelSize, path: String) throws {
        let (columns, rows) = (bounds ?? .whole).tiles(at: zooms.lowerBound)
        let levels = zooms.count - 1
        let (most, longest) = (max(columns.count, rows.count), max(tileSize.width, tileSize.height))
        guard most << levels <= Self.longestSide / longest else {
            throw StoreError(
                .malformed, path: path,
                "this is too large to be opened: at zoom \(zooms.upperBound) it is \(most << levels) tiles wide or "
                    + "high. Take a part of it, or fewer zooms.")
        }
        let shapes = (0...levels).map { level in
            LevelShape(
                size: PixelSize(
                    width: (columns.count << level) * tileSize.width, height: (rows.count << level) * tileSize.height),
                tileSize: tileSize, downsample: Double(1 << (levels - level)),
                origin: PixelOffset(
                    x: (columns.lowerBound << level) * tileSize.width, y: (rows.lowerBound << level) * tileSize.height))
        }
        self.init(pyramid: Pyramid(levels: shapes, padsTiles: true), finestZoom: zooms.upperBound)
    }
}
