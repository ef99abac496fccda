internal import Georeferencing
internal import TilePyramid

/// The tile matrix set of a table: where its tiles lie, zoom by zoom.
struct GeoPackageGrid: Hashable {
    /// Edges in the unit of the coordinate reference system; y grows to the north.
    struct Box: Hashable {
        var minX, minY, maxX, maxY: Double
    }

    /// The tiles of a zoom.
    struct Matrix: Hashable {
        /// The number of the zoom in the table.
        var zoom: Int
        /// The columns and rows of tiles.
        var grid: TileGrid
        /// The size of a tile in pixels.
        var tileSize: PixelSize
        /// The size of a pixel in the unit of the coordinate reference system.
        var pixelWidth, pixelHeight: Double
    }

    /// The ID of the coordinate reference system in the file.
    var srs: Int
    /// The box of all matrices; its upper left corner is where their first tile begins.
    var set: Box
    /// The box of the image.
    var contents: Box
    /// The matrices, the coarsest first.
    var matrices: [Matrix]
}

extension GeoPackageGrid {
    /// The grid of a pyramid to be written: that of Web Mercator, or one that counts pixels.
    init(of tileMatrixSet: TileMatrixSet, georeference: Georeference?) {
        let pyramid = tileMatrixSet.pyramid
        let finest = pyramid.finestLevel
        let zooms = tileMatrixSet.zooms
        let edge = WebMercator.originShift
        if let georeference {
            srs = GeoPackageSchema.webMercator
            set = Box(minX: -edge, minY: -edge, maxX: edge, maxY: edge)
            contents = Self.contents(of: pyramid, georeference)
            matrices = zooms.map { zoom in
                let pixel = 2 * edge / Double(finest.tileSize.width) / Double(1 << zoom)
                return Matrix(
                    zoom: zoom, grid: TileGrid(columns: 1 << zoom, rows: 1 << zoom), tileSize: finest.tileSize,
                    pixelWidth: pixel,
                    pixelHeight: pixel * Double(finest.tileSize.width) / Double(finest.tileSize.height))
            }
            return
        }
        srs = GeoPackageSchema.undefinedCartesian
        // All matrices of a set cover the same box: that of the coarsest level's tiles.
        let coarsest = pyramid.levels[pyramid.presentLevels.lowerBound]
        let columns = coarsest.firstTile.x + coarsest.grid.columns
        let rows = coarsest.firstTile.y + coarsest.grid.rows
        // Checked: a pyramid that is written.
        let width = columns * finest.tileSize.width
        // Checked: as above.
        let height = rows * finest.tileSize.height
        let scale = 1 << (zooms.count - 1)
        // Checked: a pyramid that is written.
        set = Box(minX: 0, minY: -Double(height * scale), maxX: Double(width * scale), maxY: 0)
        contents = Box(
            minX: Double(finest.origin.x), minY: -Double(finest.origin.y + finest.size.height),
            maxX: Double(finest.origin.x + finest.size.width), maxY: -Double(finest.origin.y))
        matrices = zooms.map { zoom in
            let factor = 1 << (zoom - zooms.lowerBound)
            let pixel = Double(1 << (zooms.upperBound - zoom))
            return Matrix(
                // Checked: a pyramid that is written.
                zoom: zoom, grid: TileGrid(columns: columns * factor, rows: rows * factor), tileSize: finest.tileSize,
                pixelWidth: pixel, pixelHeight: pixel)
        }
    }

    /// The bounds of a map in meters, moved outward to the nearest pixel, so that programs which take whole pixels place it
    /// exactly.
    ///
    /// The bounds of a map across the 180th meridian are all longitudes.
    private static func contents(of pyramid: Pyramid, _ georeference: Georeference) -> Box {
        let finest = pyramid.finestLevel
        let matrix = TileMatrix(tileSize: finest.tileSize.width, zoom: georeference.zoom)
        let bounds = georeference.bounds
        func northing(_ latitude: Double) -> Double {
            WebMercator.northing(
                ofLatitude: min(max(latitude, -WebMercator.maximumLatitude), WebMercator.maximumLatitude))
        }
        func clamped(_ position: Double, _ origin: Int, _ length: Int) -> Double {
            min(max(position, Double(origin)), Double(origin + length))
        }
        // Bounds are stored with few digits: a thousandth of a pixel is no other pixel.
        func down(_ x: Double) -> Double { (x + 0.001).rounded(.down) }
        func up(_ x: Double) -> Double { (x - 0.001).rounded(.up) }
        let left = clamped(
            down(matrix.x(ofEasting: WebMercator.easting(ofLongitude: bounds.west))), finest.origin.x, finest.size.width
        )
        let right = clamped(
            up(matrix.x(ofEasting: WebMercator.easting(ofLongitude: bounds.east))), finest.origin.x, finest.size.width)
        let top = clamped(
            down(matrix.y(ofNorthing: northing(bounds.north))), finest.origin.y, finest.size.height)
        let bottom = clamped(
            up(matrix.y(ofNorthing: northing(bounds.south))), finest.origin.y, finest.size.height)
        guard left < right, top < bottom else {
            let whole = GeoBounds(of: pyramid, zoom: georeference.zoom)
            return Box(minX: whole.west, minY: whole.south, maxX: whole.east, maxY: whole.north)
        }
        let isCrossing = bounds.crossesAntimeridian
        return Box(
            minX: isCrossing ? -WebMercator.originShift : matrix.easting(ofX: left), minY: matrix.northing(ofY: bottom),
            maxX: isCrossing ? WebMercator.originShift : matrix.easting(ofX: right), maxY: matrix.northing(ofY: top))
    }
}
