/// A nonempty rectangle of map tiles of one zoom.
public struct TileRange: Hashable, Sendable {
    /// The columns, counted from the west.
    public var columns: Range<Int>
    /// The rows, counted from the north.
    public var rows: Range<Int>

    /// Creates a range from its columns and rows.
    public init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
    }

    /// Returns the region in degrees that the tiles cover at a zoom.
    public func bounds(at zoom: Int) -> GeoBounds {
        let count = Double(1 << zoom)
        func longitude(_ column: Int) -> Double { Double(column) / count * 360 - 180 }
        func latitude(_ row: Int) -> Double {
            WebMercator.latitude(ofUnitNorthing: .pi * (1 - 2 * Double(row) / count))
        }
        return GeoBounds(
            west: longitude(columns.lowerBound), south: latitude(rows.upperBound),
            east: longitude(columns.upperBound), north: latitude(rows.lowerBound), crs: .wgs84)
    }
}

extension GeoBounds {
    /// Returns the tiles of a zoom that intersect the bounds in degrees; all tiles unless the bounds are ``isOnEarth`` or
    /// ``crossesAntimeridian``.
    ///
    /// The columns of a region across the 180th meridian continue after the last column with the first ones, at most once
    /// around the Earth.
    public func tiles(at zoom: Int) -> TileRange {
        guard isOnEarth || crossesAntimeridian else { return Self.webMercatorExtent.tiles(at: zoom) }
        let count = Double(1 << zoom)
        // Bounds are stored with seven digits; a smaller excess over an edge does not count.
        let tolerance = count * 2e-7 / 360 + 1e-9
        func range(_ first: Double, _ last: Double) -> Range<Int> {
            let lower = min(max(0, Int((first * count + tolerance).rounded(.down))), (1 << zoom) - 1)
            let upper = min(Int((last * count - tolerance).rounded(.up)), (last > 1 ? lower : 0) + 1 << zoom)
            return lower..<max(lower + 1, upper)
        }
        return TileRange(
            columns: range((west + 180) / 360, (east + 180) / 360),
            rows: range(Self.normalizedY(north), Self.normalizedY(south)))
    }

    /// The Web Mercator y of a latitude, from 0 in the north to 1
    /// (https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames).
    private static func normalizedY(_ latitude: Double) -> Double {
        let latitude = min(max(latitude, -WebMercator.maximumLatitude), WebMercator.maximumLatitude)
        return min(max(0, (1 - WebMercator.unitNorthing(ofLatitude: latitude) / .pi) / 2), 1)
    }
}
