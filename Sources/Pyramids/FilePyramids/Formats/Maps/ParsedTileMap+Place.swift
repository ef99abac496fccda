internal import Georeferencing
internal import TileContainers
internal import TilePyramid

/// The place of map tiles in another system than the grid of Web Mercator.
///
/// The specification counts tiles from the `Origin` with the `units-per-pixel` of their zoom. gdal2tiles writes neither as it
/// is: its origin is a corner of the image, and what it writes for the profile "geodetic" holds for one of its two grids only.
/// So a grid is used only if the tiles that there are cover the `BoundingBox` in it.
extension ParsedTileMap {
    /// Whether the map is in Web Mercator, and its tiles are those of the world.
    package var isWebMercator: Bool {
        let names = ["3857", "900913", "3785", "41001", "102100"]
        return names.contains { srs.hasSuffix($0) } || ["mercator", "global-mercator"].contains(profile)
    }

    /// Whether the tiles are not those of the grid of Web Mercator.
    var isInAnotherSystem: Bool { !isWebMercator && !(srs.isEmpty && profile.isEmpty) }

    /// The position of the full size of tiles in another system; `nil` for an image that is not georeferenced.
    ///
    /// - Parameters:
    ///   - description: the pyramid that the tiles are.
    ///   - files: the tiles.
    ///   - path: the descriptor.
    /// - Returns: a failure if a system is named, but the tiles' place in it is not known.
    /// - Throws: ``StoreError`` when folders cannot be listed.
    func place(
        of description: LayoutDescription, in files: any ContainerReader, path: String
    ) throws -> Result<RasterGeoreference, StoreError>? {
        guard !isTileKitImage, isGeodetic || !srs.isEmpty else { return nil }
        if rasterMatrixSet != nil { return rasterPlace.map { .success($0) } }
        guard let numbers = (description.naming as? MapNaming)?.tileMatrixSet else { return nil }
        let found = grids(at: numbers.zooms.upperBound).filter { covers($0, description.pyramid) }
        var grid = found.first
        if found.count > 1 {
            // Where both grids have the image at their common corner, finer tiles decide.
            grid = try found.first { try columnsMatch($0, description, files) } ?? grid
        }
        guard let grid else {
            let system = srs.isEmpty ? "the profile \"\(profile)\"" : srs
            return .failure(
                StoreError(
                    .malformed, path: path,
                    "its tiles are in \(system), and what it says of their place does not fit their numbers. Make it again "
                        + "with a current gdal2tiles, or correct the Origin, the BoundingBox and the units-per-pixel."))
        }
        return .success(grid.place(of: description.pyramid, crs: srs.isEmpty ? "EPSG:4326" : srs))
    }

    /// Tiles of one size on the ground for each zoom, counted from the lower left corner.
    struct Grid: Hashable {
        /// The lower left corner of tile 0/0.
        var x: Double, y: Double
        /// The map units of a pixel at the finest zoom.
        var unitsPerPixel: Double
        /// The finest zoom.
        var zoom: Int
        /// The side of a tile in pixels.
        var side: Int

        /// The map units of a tile's side at a zoom.
        func tileUnits(at other: Int) -> Double {
            // Checked: Doubles, of zooms from 0 to 30.
            unitsPerPixel * Double(side) * Double(sign: .plus, exponent: zoom - other, significand: 1)
        }

        /// The upper edge of the rows that are counted from the top, of which a zoom has as many as a square map.
        var top: Double { y + tileUnits(at: 0) }

        func place(of pyramid: Pyramid, crs: String) -> RasterGeoreference {
            let origin = pyramid.finestLevel.firstTile
            let units = tileUnits(at: zoom)
            // Checked: Doubles.
            let corner = (x: x + Double(origin.x) * units, y: top - Double(origin.y) * units)
            return RasterGeoreference(
                crs: crs,
                transform: Geotransform(origin: corner, column: (unitsPerPixel, 0), row: (0, -unitsPerPixel)))
        }
    }

    private var isGeodetic: Bool {
        ["geodetic", "global-geodetic"].contains(profile)
            || srs.hasSuffix("4326") && !["local", "raster", "none"].contains(profile)
    }

    /// The grids that the file may mean, the most likely first.
    private func grids(at zoom: Int) -> [Grid] {
        if isGeodetic {
            // 180 or 360 degrees for the tiles of zoom 0; gdal2tiles has both.
            return [180.0, 360.0].map { degrees in
                // Checked: Doubles, of a zoom from 0 to 30.
                let units = degrees / Double(tileSize) * Double(sign: .plus, exponent: -zoom, significand: 1)
                return Grid(x: -180, y: -90, unitsPerPixel: units, zoom: zoom, side: tileSize)
            }
        }
        guard let origin, let last = sets.last, last.unitsPerPixel > 0, last.unitsPerPixel.isFinite,
            halves || last.zoom == zoom
        else { return [] }
        // Checked: Doubles, of zooms from 0 to 30.
        let units = last.unitsPerPixel * Double(sign: .plus, exponent: last.zoom - zoom, significand: 1)
        return [Grid(x: origin.x, y: origin.y, unitsPerPixel: units, zoom: zoom, side: tileSize)]
    }

    /// Whether the pixels of each zoom are half as large as those of the zoom before.
    var halves: Bool {
        zip(sets, sets.dropFirst()).allSatisfy { coarse, fine in
            let factor = Double(sign: .plus, exponent: fine.zoom - coarse.zoom, significand: 1)
            return abs(coarse.unitsPerPixel / fine.unitsPerPixel / factor - 1) < 1e-6
        }
    }

    /// Whether the tiles of the coarsest zoom cover the bounding box, and no whole column or row beyond it.
    private func covers(_ grid: Grid, _ pyramid: Pyramid) -> Bool {
        guard let box = boundingBox else { return true }
        let level = pyramid.finestLevel
        let place = grid.place(of: pyramid, crs: "").transform
        let end = place.coordinate(x: Double(level.size.width), y: Double(level.size.height))
        // The pyramid covers the tiles of the coarsest zoom.
        let coarsest = grid.tileUnits(at: grid.zoom - (pyramid.levels.count - 1))
        let slack = coarsest * 1e-6
        func fits(_ box: [Double]) -> Bool {
            place.originX <= box[0] + slack && box[0] < place.originX + coarsest + slack
                && end.y <= box[1] + slack && box[1] < end.y + coarsest + slack
                && box[2] <= end.x + slack && end.x - coarsest - slack < box[2]
                && box[3] <= place.originY + slack && place.originY - coarsest - slack < box[3]
        }
        // Older versions exchange the axes.
        return fits(box) || fits([box[1], box[0], box[3], box[2]])
    }

    /// Whether the columns of the finest zoom are those of the bounding box.
    private func columnsMatch(
        _ grid: Grid, _ description: LayoutDescription, _ files: any ContainerReader
    ) throws -> Bool {
        guard let box = boundingBox else { return true }
        var columns: [Int] = []
        try files.forEachName(in: "\(grid.zoom)") { name in
            if let column = NumericFileName.number(name) { columns.append(column) }
        }
        guard let first = columns.min(), let last = columns.max() else { return true }
        let units = grid.tileUnits(at: grid.zoom)
        func isIn(_ column: Int, _ edge: Double) -> Bool {
            abs((edge - grid.x) / units - Double(column) - 0.5) <= 0.501
        }
        return isIn(first, box[0]) && isIn(last, box[2])
    }

    /// The place of an image whose tiles are counted from its lower left corner, in the pixels of the finest zoom.
    private var rasterPlace: RasterGeoreference? {
        guard let box = boundingBox, let units = sets.last?.unitsPerPixel, units > 0 else { return nil }
        return RasterGeoreference(
            crs: srs, transform: Geotransform(origin: (box[0], box[3]), column: (units, 0), row: (0, -units)))
    }
}
