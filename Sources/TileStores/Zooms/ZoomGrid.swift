internal import TilePyramid

/// Which tile of the grid of zooms each tile of a pyramid is.
struct ZoomGrid: Hashable, Sendable {
    let pyramid: Pyramid
    /// The zoom of the full-size level.
    let finestZoom: Int

    /// The longest side that is believed, in pixels: the number of all pixels can still be counted.
    static let longestSide = 1 << 31

    init(pyramid: Pyramid, finestZoom: Int) {
        self.pyramid = pyramid
        self.finestZoom = finestZoom
    }

    /// The zoom of the coarsest level that is present.
    var coarsestZoom: Int { zoom(of: pyramid.presentLevels.lowerBound) }

    /// The zoom of a level.
    func zoom(of level: Int) -> Int { finestZoom - pyramid.finestLevel.index + level }

    /// Where a tile of the pyramid is on the grid.
    func tile(_ index: TileIndex) -> ZoomTile {
        let first = pyramid.levels[index.level].firstTile
        return ZoomTile(zoom: zoom(of: index.level), column: first.x + index.column, row: first.y + index.row)
    }

    /// The tile of the pyramid at a place of the grid; nil where it has none.
    func index(of tile: ZoomTile) -> TileIndex? {
        let level = tile.zoom - finestZoom + pyramid.finestLevel.index
        guard pyramid.presentLevels.contains(level) else { return nil }
        let first = pyramid.levels[level].firstTile
        let index = TileIndex(level: level, column: tile.column - first.x, row: tile.row - first.y)
        return pyramid.contains(index) ? index : nil
    }

}

extension ZoomGrid {
    /// The grid on which a pyramid is written.
    ///
    /// - Parameters:
    ///   - pyramid: its levels are halves of each other, and its tiles all of one size.
    ///   - world: where it is on the world; nil for a picture by itself, whose coarsest level is zoom 0.
    ///   - path: the output, for messages.
    /// - Throws: ``StoreError`` when the pyramid is of another kind.
    init(writing pyramid: Pyramid, world: WorldPlacement?, path: String) throws {
        self.init(pyramid: pyramid, finestZoom: world?.zoom ?? pyramid.finestLevel.index)
        func refuse(_ reason: String) -> StoreError {
            StoreError(.cannotCreate, path: path, "map tiles \(reason). Choose another --container, or cut anew.")
        }
        guard pyramid.overlap == 0 else { throw refuse("do not overlap") }
        guard pyramid.padsTiles else { throw refuse("are all of one size, also at the edges") }
        for level in pyramid.levels[pyramid.presentLevels] {
            let (zoom, first) = (zoom(of: level.index), level.firstTile)
            guard level.downsample == Double(1 << (pyramid.finestLevel.index - level.index)) else {
                throw refuse("have levels that are halves of each other")
            }
            guard (0...ZoomTile.largestZoom).contains(zoom), first.x >= 0, first.y >= 0,
                max(first.x + level.grid.columns, first.y + level.grid.rows) <= 1 << zoom
            else { throw refuse("at zoom \(zoom) are fewer than this pyramid has") }
        }
    }
}
