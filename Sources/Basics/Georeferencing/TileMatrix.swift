/// The pixel grid of Web Mercator (EPSG:3857) at one zoom: a square, x from the west and y from the north.
///
/// This is what the OGC Two Dimensional Tile Matrix Set standard (17-083r4) calls a tile matrix of
/// WebMercatorQuad.
public struct TileMatrix: Hashable, Sendable {
    /// The side of a tile in pixels.
    public let tileSize: Int
    /// The zoom, one of ``WebMercator/zooms``: the map is 2^zoom tiles wide and high.
    public let zoom: Int

    /// Creates the grid of a zoom.
    public init(tileSize: Int, zoom: Int) {
        self.tileSize = tileSize
        self.zoom = zoom
    }

    /// The pixels along each side of the square.
    public var side: Int { tileSize << zoom }
    /// The projected meters per pixel.
    public var metersPerPixel: Double { 2 * WebMercator.originShift / Double(side) }

    /// The x of an easting in meters.
    public func x(ofEasting easting: Double) -> Double { (easting + WebMercator.originShift) / metersPerPixel }
    /// The y of a northing in meters.
    public func y(ofNorthing northing: Double) -> Double { (WebMercator.originShift - northing) / metersPerPixel }
    /// The easting of an x, in meters.
    public func easting(ofX x: Double) -> Double { x * metersPerPixel - WebMercator.originShift }
    /// The northing of a y, in meters.
    public func northing(ofY y: Double) -> Double { WebMercator.originShift - y * metersPerPixel }

    /// Returns the finest zoom at which an image is not enlarged.
    ///
    /// - Parameters:
    ///   - metersPerPixel: the image's resolution in projected meters.
    ///   - tileSize: the side of a tile in pixels.
    /// - Returns: a zoom; 0 if the image is coarser than the whole map in one tile.
    public static func zoom(forMetersPerPixel metersPerPixel: Double, tileSize: Int) -> Int {
        // Bounds are rounded to a few digits: an image within a thousandth of a zoom's resolution has that zoom.
        WebMercator.zooms.last {
            TileMatrix(tileSize: tileSize, zoom: $0).metersPerPixel >= metersPerPixel * 0.999
        } ?? 0
    }
}
