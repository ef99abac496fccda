internal import Glibc
internal import TilePyramid

/// A region of the Earth in degrees.
struct GeographicBoundingBox: Hashable {
    var west, south, east, north: Double

    /// The northern limit of Web Mercator, at which the map is a square.
    static let maximumLatitude = 85.0511287798066

    /// The extent of Web Mercator.
    static let webMercatorExtent = GeographicBoundingBox(
        west: -180, south: -maximumLatitude, east: 180, north: maximumLatitude)

    init(west: Double, south: Double, east: Double, north: Double) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    init(_ georeference: Georeference) {
        self.init(
            west: georeference.west, south: georeference.south, east: georeference.east, north: georeference.north)
    }

    /// The bounds of a range of tiles.
    init(columns: ClosedRange<Int>, rows: ClosedRange<Int>, zoom: Int) {
        let count = Double(1 << zoom)
        func latitude(_ row: Int) -> Double { atan(sinh(.pi * (1 - 2 * Double(row) / count))) * 180 / .pi }
        self.init(
            west: Double(columns.lowerBound) / count * 360 - 180, south: latitude(rows.upperBound + 1),
            east: Double(columns.upperBound + 1) / count * 360 - 180, north: latitude(rows.lowerBound))
    }

    /// Whether the edges are in order and on the Earth.
    var isValid: Bool {
        west < east && south < north && west >= -180 - 1e-6 && east <= 180 + 1e-6 && abs(south) <= 90
            && abs(north) <= 90
    }

    /// The tiles of a zoom that intersect the box; all tiles if the box is invalid.
    func tiles(at zoom: Int) -> TileRange {
        guard isValid else { return Self.webMercatorExtent.tiles(at: zoom) }
        let count = Double(1 << zoom)
        // Bounds are stored with seven digits; a smaller excess over an edge does not count.
        let tolerance = count * 2e-7 / 360 + 1e-9
        func range(_ first: Double, _ last: Double) -> Range<Int> {
            let lower = min(max(0, Int((first * count + tolerance).rounded(.down))), (1 << zoom) - 1)
            let upper = min(Int((last * count - tolerance).rounded(.up)), 1 << zoom)
            return lower..<max(lower + 1, upper)
        }
        return TileRange(
            columns: range((west + 180) / 360, (east + 180) / 360),
            rows: range(Self.mercatorY(north), Self.mercatorY(south)))
    }

    /// The normalized Web Mercator y of a latitude, from 0 in the north to 1
    /// (https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames).
    private static func mercatorY(_ latitude: Double) -> Double {
        let radians = min(max(latitude, -maximumLatitude), maximumLatitude) * .pi / 180
        return min(max(0, (1 - asinh(tan(radians)) / .pi) / 2), 1)
    }
}

extension TileMatrixSet {
    /// The bounds of all tiles.
    var bounds: GeographicBoundingBox {
        let level = pyramid.levels[pyramid.presentLevels.lowerBound]
        let (first, grid) = (level.firstTile, level.grid)
        return GeographicBoundingBox(
            columns: first.x...(first.x + grid.columns - 1), rows: first.y...(first.y + grid.rows - 1),
            zoom: zoom(of: level.index))
    }
}

extension Georeference {
    /// A georeference with the given bounds, or with the extent of Web Mercator if they are invalid.
    init(zoom: Int, _ bounds: GeographicBoundingBox) {
        let bounds = bounds.isValid ? bounds : .webMercatorExtent
        self.init(zoom: zoom, west: bounds.west, south: bounds.south, east: bounds.east, north: bounds.north)
    }
}
