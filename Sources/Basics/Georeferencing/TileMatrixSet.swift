public import TilePyramid

/// The z/x/y addresses of a pyramid's tiles, in a grid that doubles with every zoom.
public struct TileMatrixSet: Hashable, Sendable {
    /// The geometry.
    public let pyramid: Pyramid
    /// The zoom of the coarsest level.
    public let coarsestZoom: Int

    /// Creates the addresses of a georeferenced pyramid; without a georeference, of a pyramid with its own grid from zoom 0.
    public init(pyramid: Pyramid, georeference: Georeference?) {
        self.init(pyramid: pyramid, coarsestZoom: georeference.map { $0.zoom - pyramid.finestLevel.index } ?? 0)
    }

    /// Creates the addresses of a pyramid from the zoom of its coarsest level.
    public init(pyramid: Pyramid, coarsestZoom: Int) {
        self.pyramid = pyramid
        self.coarsestZoom = coarsestZoom
    }

    /// Creates a pyramid of the tiles in a range of the coarsest zoom, and of all finer tiles within it.
    ///
    /// All levels cover the same area, so each is half the next finer one. All tiles are padded to full size.
    ///
    /// - Parameters:
    ///   - tiles: the tiles of the coarsest zoom.
    ///   - zooms: the zooms from the coarsest to the finest; no side of the finest level may exceed `Int`.
    ///   - tileSize: the size of a tile in pixels.
    package init(_ tiles: TileRange, zooms: ClosedRange<Int>, tileSize: PixelSize) {
        let shapes = zooms.map { zoom in
            let shift = zoom - zooms.lowerBound
            let width = tileSize.width << shift
            let height = tileSize.height << shift
            return LevelShape(
                size: PixelSize(width: tiles.columns.count * width, height: tiles.rows.count * height),
                tileSize: tileSize, downsample: Double(1 << (zooms.upperBound - zoom)),
                origin: PixelOffset(x: tiles.columns.lowerBound * width, y: tiles.rows.lowerBound * height))
        }
        self.init(pyramid: Pyramid(levels: shapes, padsTiles: true), coarsestZoom: zooms.lowerBound)
    }

    /// The zooms of the present levels.
    public var zooms: ClosedRange<Int> {
        zoom(of: pyramid.presentLevels.lowerBound)...zoom(of: pyramid.finestLevel.index)
    }

    /// Returns the zoom of a level.
    public func zoom(of level: Int) -> Int { coarsestZoom + level }

    /// Returns the column of a tile in the grid of its zoom, counted from the west.
    ///
    /// A pyramid across the 180th meridian continues after the last column with the first ones. A pyramid that begins in the
    /// first column does not: an image that is not georeferenced may have more columns than the world.
    public func column(of index: TileIndex) -> Int {
        let first = pyramid.levels[index.level].firstTile.x
        let column = index.column + first
        let zoom = zoom(of: index.level)
        guard first > 0, WebMercator.zooms.contains(zoom), column >= 1 << zoom else { return column }
        return column - 1 << zoom
    }

    /// Returns the row of a tile in the grid of its zoom, counted from the north.
    public func row(of index: TileIndex) -> Int { index.row + pyramid.levels[index.level].firstTile.y }

    /// Returns the address of a tile of the pyramid.
    public func tile(_ index: TileIndex) -> MapTile {
        MapTile(zoom: zoom(of: index.level), column: column(of: index), row: row(of: index))
    }

    /// Returns the tile of the pyramid at an address; `nil` if there is none.
    public func index(of tile: MapTile) -> TileIndex? {
        let level = tile.zoom - coarsestZoom
        guard pyramid.presentLevels.contains(level) else { return nil }
        let first = pyramid.levels[level].firstTile
        var index = TileIndex(level: level, column: tile.column - first.x, row: tile.row - first.y)
        if index.column < 0, first.x > 0, WebMercator.zooms.contains(tile.zoom), tile.column >= 0 {
            index.column += 1 << tile.zoom
        }
        return pyramid.contains(index) ? index : nil
    }

    /// The tiles of a level as ranges of the grid of its zoom: one, or two if the level crosses the 180th meridian.
    package func tileRanges(of level: Level) -> [TileRange] {
        let first = level.firstTile
        let grid = level.grid
        let rows = first.y..<first.y + grid.rows
        let end = first.x + grid.columns
        let side = 1 << zoom(of: level.index)
        guard first.x > 0, end > side, first.x < side else { return [TileRange(columns: first.x..<end, rows: rows)] }
        return [TileRange(columns: first.x..<side, rows: rows), TileRange(columns: 0..<end - side, rows: rows)]
    }

    /// The region in degrees that the tiles of the coarsest level cover.
    public var bounds: GeoBounds {
        let level = pyramid.levels[pyramid.presentLevels.lowerBound]
        let first = level.firstTile
        let grid = level.grid
        return TileRange(columns: first.x..<(first.x + grid.columns), rows: first.y..<(first.y + grid.rows))
            .bounds(at: zoom(of: level.index))
    }
}

extension GeoBounds {
    /// Creates the bounds of a pyramid's pixels in Web Mercator meters.
    ///
    /// - Parameters:
    ///   - pyramid: a pyramid whose first tile is at its position in the grid of the zoom.
    ///   - zoom: the zoom of its full-size level.
    public init(of pyramid: Pyramid, zoom: Int) {
        let level = pyramid.finestLevel
        let matrix = TileMatrix(tileSize: level.tileSize.width, zoom: zoom)
        let x = Double(level.origin.x)
        let y = Double(level.origin.y)
        self.init(
            west: matrix.easting(ofX: x), south: matrix.northing(ofY: y + Double(level.size.height)),
            east: matrix.easting(ofX: x + Double(level.size.width)), north: matrix.northing(ofY: y), crs: .webMercator)
    }
}
