internal import Glibc

/// The pixel grid of Web Mercator (EPSG:3857) at one zoom: a square, x from the west and y from the north.
struct WebMercator: Hashable, Sendable {
    /// The radius of the sphere in meters.
    static let radius = 6_378_137.0
    /// Meters from the center of the square to its edges.
    static let originShift = Double.pi * radius
    /// The accepted zooms; PMTiles and MBTiles allow no more.
    static let zooms = 0...30

    let tileSize: Int
    let zoom: Int

    /// Pixels along each side of the square.
    var side: Int { tileSize << zoom }
    /// Projected meters per pixel.
    var metersPerPixel: Double { 2 * Self.originShift / Double(side) }

    /// The x of an easting in meters.
    func x(ofEasting easting: Double) -> Double { (easting + Self.originShift) / metersPerPixel }
    /// The y of a northing in meters.
    func y(ofNorthing northing: Double) -> Double { (Self.originShift - northing) / metersPerPixel }
    /// The easting of an x, in meters.
    func easting(ofX x: Double) -> Double { x * metersPerPixel - Self.originShift }
    /// The northing of a y, in meters.
    func northing(ofY y: Double) -> Double { Self.originShift - y * metersPerPixel }

    /// The latitude of a northing, in degrees.
    static func latitude(ofNorthing northing: Double) -> Double { atan(sinh(northing / radius)) * 180 / .pi }
    /// The northing of a latitude in degrees; infinite at the poles.
    static func northing(ofLatitude latitude: Double) -> Double { radius * asinh(tan(latitude * .pi / 180)) }
    /// The longitude of an easting, in degrees.
    static func longitude(ofEasting easting: Double) -> Double { easting / originShift * 180 }
    /// The easting of a longitude in degrees.
    static func easting(ofLongitude longitude: Double) -> Double { longitude / 180 * originShift }

    /// Returns the finest zoom at which an image is not enlarged.
    ///
    /// - Parameters:
    ///   - metersPerPixel: the image's resolution in projected meters.
    ///   - tileSize: pixels along the side of the map at zoom 0.
    /// - Returns: A zoom; 0 if the image is coarser than the whole map in one tile.
    static func zoom(forMetersPerPixel metersPerPixel: Double, tileSize: Int) -> Int {
        // Bounds are rounded to a few digits: an image within a thousandth of a zoom's resolution has that zoom.
        zooms.last {
            WebMercator(tileSize: tileSize, zoom: $0).metersPerPixel >= metersPerPixel * 0.999
        } ?? 0
    }
}
