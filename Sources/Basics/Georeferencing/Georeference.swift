/// The position of an image in Web Mercator (EPSG:3857), and the zoom of its full-size level.
///
/// The map is a square: one tile at zoom 0, twice as many tiles each way at every further zoom, columns counted from
/// the west and rows from the north. The pyramid itself names the first tile: the origin of its shape is the distance
/// in full-size pixels from the north-west corner of the map.
public struct Georeference: Hashable, Sendable {
    /// The zoom of the full-size level.
    public var zoom: Int
    /// The edges of the image in degrees; if the image crosses the 180th meridian, the east is beyond 180.
    public var bounds: GeoBounds

    /// Creates a georeference from its parts.
    public init(zoom: Int, bounds: GeoBounds) {
        self.zoom = zoom
        self.bounds = bounds
    }

    /// Creates the georeference of an untrusted file; the whole map replaces bounds beyond the Earth.
    package init(zoom: Int, untrusted bounds: GeoBounds) {
        self.init(zoom: zoom, bounds: bounds.isOnEarth || bounds.crossesAntimeridian ? bounds : .webMercatorExtent)
    }
}
