internal import Glibc

/// The formulas of Web Mercator (EPSG:3857), which treats the Earth as a sphere.
///
/// Eastings and northings are meters from the point where the equator meets the prime meridian; the map is a square
/// that ends at ``originShift`` in each direction.
public enum WebMercator {
    /// The radius of the sphere in meters.
    public static let radius = 6_378_137.0
    /// Meters from the center of the square to its edges.
    public static let originShift = Double.pi * radius
    /// The northern limit in degrees of latitude, which makes the map a square.
    public static let maximumLatitude = 85.0511287798066
    /// The accepted zooms; PMTiles and MBTiles allow no more.
    public static let zooms = 0...MapTile.maximumZoom

    /// The longitude of an easting, in degrees.
    public static func longitude(ofEasting easting: Double) -> Double { easting / originShift * 180 }
    /// The easting of a longitude in degrees.
    public static func easting(ofLongitude longitude: Double) -> Double { longitude / 180 * originShift }

    /// The latitude of a northing, in degrees.
    public static func latitude(ofNorthing northing: Double) -> Double { latitude(ofUnitNorthing: northing / radius) }
    /// The northing of a latitude in degrees; infinite at the poles.
    public static func northing(ofLatitude latitude: Double) -> Double { radius * unitNorthing(ofLatitude: latitude) }

    /// The latitude of a northing on the sphere of radius 1, from -π to π on the map.
    static func latitude(ofUnitNorthing northing: Double) -> Double { atan(sinh(northing)) * 180 / .pi }
    /// The northing of a latitude on the sphere of radius 1.
    static func unitNorthing(ofLatitude latitude: Double) -> Double { asinh(tan(latitude * .pi / 180)) }
}
