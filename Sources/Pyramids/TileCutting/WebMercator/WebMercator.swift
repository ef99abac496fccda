internal import Glibc

/// The world as a square of pixels at one zoom: Web Mercator, x from the west and y from the north.
struct WebMercator: Hashable, Sendable {
    /// The sphere's radius in meters (EPSG:3857).
    static let radius = 6_378_137.0
    /// Meters from the middle of the square to its edges.
    static let originShift = Double.pi * radius
    /// Zooms that are accepted; PMTiles and MBTiles have no more.
    static let zooms = 0...30

    let tileSize: Int
    let zoom: Int

    /// Pixels along each side.
    var side: Int { tileSize << zoom }
    /// Meters of the projection from one pixel to the next.
    var metersPerPixel: Double { 2 * Self.originShift / Double(side) }

    /// Where an easting in meters lies, in pixels from the west.
    func x(ofEasting easting: Double) -> Double { (easting + Self.originShift) / metersPerPixel }
    /// Where a northing in meters lies, in pixels from the north.
    func y(ofNorthing northing: Double) -> Double { (Self.originShift - northing) / metersPerPixel }
    /// The easting of a place, in meters.
    func easting(ofX x: Double) -> Double { x * metersPerPixel - Self.originShift }
    /// The northing of a place, in meters.
    func northing(ofY y: Double) -> Double { Self.originShift - y * metersPerPixel }

    /// The latitude at a northing, in degrees.
    static func latitude(ofNorthing northing: Double) -> Double { atan(sinh(northing / radius)) * 180 / .pi }
    /// The northing of a latitude in degrees; infinite at the poles.
    static func northing(ofLatitude latitude: Double) -> Double { radius * asinh(tan(latitude * .pi / 180)) }
    /// The longitude at an easting, in degrees.
    static func longitude(ofEasting easting: Double) -> Double { easting / originShift * 180 }
    /// The easting of a longitude in degrees.
    static func easting(ofLongitude longitude: Double) -> Double { longitude / 180 * originShift }

    /// The finest zoom at which a picture is not enlarged.
    ///
    /// - Parameters:
    ///   - metersPerPixel: the picture's own, of the projection.
    ///   - tileSize: pixels along the side of the world at zoom 0.
    /// - Returns: 0 for pictures that are coarser than the whole world in one tile.
    static func zoom(forMetersPerPixel metersPerPixel: Double, tileSize: Int) -> Int {
        // Bounds are written with few digits: a picture that fits a zoom by a thousandth is of that zoom.
        zooms.last {
            WebMercator(tileSize: tileSize, zoom: $0).metersPerPixel >= metersPerPixel * 0.999
        } ?? 0
    }
}
