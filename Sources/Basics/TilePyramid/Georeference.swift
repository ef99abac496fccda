/// Where a picture lies on the world, and which zoom its full size is.
///
/// The world is the square of Web Mercator (EPSG:3857), a tile at zoom 0 and twice as many each way at every further
/// zoom, columns from the west and rows from the north. Which tile the picture begins with is said by its pyramid: the
/// origin of its shape is counted from the world's north-western corner, in pixels of the full size.
public struct Georeference: Hashable, Sendable {
    /// The zoom of the full-size level.
    public var zoom: Int
    /// The picture's edges in degrees: longitude of the west, latitude of the south, and so on.
    public var west, south, east, north: Double

    /// A placement from its parts.
    public init(zoom: Int, west: Double, south: Double, east: Double, north: Double) {
        self.zoom = zoom
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }
}
