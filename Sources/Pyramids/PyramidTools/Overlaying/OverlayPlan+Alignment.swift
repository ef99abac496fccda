internal import FilePyramids
internal import Georeferencing
internal import Numbers
internal import TilePyramid

extension OverlayPlan {
    /// Aligns two maps by zoom, column and row, in a map of both regions and all zooms.
    static func mapAlignment(
        _ overlay: OpenedPyramid, _ above: Georeference, over base: OpenedPyramid, _ below: Georeference
    ) throws -> OverlayAlignment {
        let maps = [
            TileMatrixSet(pyramid: base.source.pyramid, georeference: below),
            TileMatrixSet(pyramid: overlay.source.pyramid, georeference: above),
        ]
        let zooms = maps.map(\.zooms)
        let coarsest = min(zooms[0].lowerBound, zooms[1].lowerBound)
        let finest = max(zooms[0].upperBound, zooms[1].upperBound)
        let tileSize = base.source.pyramid.finestLevel.tileSize
        let ranges = maps.map { $0.coarsestTiles(at: coarsest) }
        let range = TileRange(
            columns: hull(ranges[0].columns, ranges[1].columns), rows: hull(ranges[0].rows, ranges[1].rows))
        let most = max(range.columns.count, range.rows.count)
        guard coarsest >= 0, finest <= WebMercator.zooms.upperBound,
            let side = CheckedNumber.product(most, 1 << (finest - coarsest)),
            CheckedNumber.product(side, max(tileSize.width, tileSize.height)) != nil
        else {
            throw refusal(of: overlay, "the map of both regions would have too many tiles. Leave some zooms out.")
        }
        let merged = TileMatrixSet(range, zooms: coarsest...finest, tileSize: tileSize)
        var alignment = OverlayAlignment(
            pyramid: merged.pyramid, compositedLevel: min(zooms[0].upperBound, zooms[1].upperBound) - coarsest)
        for level in merged.pyramid.levels {
            func aligned(_ map: TileMatrixSet) -> LevelAlignment? {
                guard map.zooms.contains(merged.zoom(of: level.index)) else { return nil }
                let own = map.pyramid.levels[merged.zoom(of: level.index) - map.coarsestZoom]
                return LevelAlignment(
                    level: own.index,
                    offset: PixelOffset(
                        x: level.firstTile.x - own.firstTile.x, y: level.firstTile.y - own.firstTile.y))
            }
            alignment.base[level.index] = aligned(maps[0])
            alignment.overlay[level.index] = aligned(maps[1])
        }
        return alignment
    }

    /// Aligns two pyramids by the position of the overlay's first pixel in the base.
    static func pixelAlignment(
        _ overlay: OpenedPyramid, over base: OpenedPyramid, at position: PixelOffset
    ) throws -> OverlayAlignment {
        let pyramid = base.source.pyramid
        let above = overlay.source.pyramid
        let level = pyramid.finestLevel
        let finest = above.finestLevel
        let tile = level.tileSize
        guard position.x.isMultiple(of: tile.width), position.y.isMultiple(of: tile.height) else {
            throw refusal(
                of: overlay,
                "its position \(position.x),\(position.y) is not a multiple of the tile size, \(tile), so that its tiles would lie "
                    + "across those of \(base.path).")
        }
        let column = position.x / tile.width
        let row = position.y / tile.height
        // Compared so that no position can overflow.
        guard column < level.grid.columns, row < level.grid.rows, column > -finest.grid.columns,
            row > -finest.grid.rows
        else {
            throw refusal(
                of: overlay,
                "at \(position.x),\(position.y) it lies outside of \(base.path), which has \(pyramid.size) pixels.")
        }
        var alignment = OverlayAlignment(pyramid: pyramid, compositedLevel: level.index)
        for index in pyramid.presentLevels {
            alignment.base[index] = LevelAlignment(level: index, offset: .zero)
            let steps = level.index - index
            let own = finest.index - (level.index - index)
            guard above.presentLevels.contains(own), column.isMultiple(of: 1 << steps), row.isMultiple(of: 1 << steps)
            else { continue }
            alignment.overlay[index] = LevelAlignment(
                level: own, offset: PixelOffset(x: -(column >> steps), y: -(row >> steps)))
        }
        return alignment
    }

    private static func hull(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }
}

extension TileMatrixSet {
    /// Returns the tiles of a zoom, the coarsest of this or one coarser, in which this has tiles.
    fileprivate func coarsestTiles(at zoom: Int) -> TileRange {
        let level = pyramid.levels[pyramid.presentLevels.lowerBound]
        let shift = self.zoom(of: level.index) - zoom
        func range(_ first: Int, _ count: Int) -> Range<Int> { first >> shift..<((first + count - 1) >> shift) + 1 }
        return TileRange(
            columns: range(level.firstTile.x, level.grid.columns), rows: range(level.firstTile.y, level.grid.rows))
    }
}
