/// The position of an image in Web Mercator (EPSG:3857), and the zoom of its full-size level.
///
/// The map is a square: one tile at zoom 0, twice as many tiles each way at every further zoom, columns counted from
/// the west and rows from the north. The pyramid itself names the first tile: the origin of its shape is the distance
/// in full-size pixels from the north-west corner of the map.
public struct Georeference: Hashable, Sendable {
    /// The zoom of the full-size level.
    public var zoom: Int
    /// The image's edges in degrees: longitudes for west and east, latitudes for south and north.
    public var west, south, east, north: Double

    /// Creates a georeference from its parts.
    public init(zoom: Int, west: Double, south: Double, east: Double, north: Double) {
        self.zoom = zoom
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }
}
