/// The pixel grid of Web Mercator (EPSG:3857) at one zoom: a square, x from the west and y from the north.
///
/// The OGC Two Dimensional Tile Matrix Set standard (17-083r4) calls this a tile matrix of WebMercatorQuad.
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

    /// Returns the smallest bounds in degrees that contain bounds in degrees and whose edges lie between pixels of the grid.
    ///
    /// Edges up to a twentieth of a pixel off the grid, such as rounded ones, move to the nearest line.
    package func aligned(_ bounds: GeoBounds) -> GeoBounds {
        let slack = 0.05
        let edges = (
            west: x(ofEasting: WebMercator.easting(ofLongitude: bounds.west)),
            east: x(ofEasting: WebMercator.easting(ofLongitude: bounds.east)),
            north: y(ofNorthing: WebMercator.northing(ofLatitude: bounds.north)),
            south: y(ofNorthing: WebMercator.northing(ofLatitude: bounds.south))
        )
        let side = Double(side)
        let west = (edges.west + slack).rounded(.down)
        let north = max(0, (edges.north + slack).rounded(.down))
        let east = (edges.east - slack).rounded(.up)
        let south = min(side, (edges.south - slack).rounded(.up))
        return GeoBounds(
            west: WebMercator.longitude(ofEasting: easting(ofX: west)),
            south: WebMercator.latitude(ofNorthing: northing(ofY: south)),
            east: WebMercator.longitude(ofEasting: easting(ofX: east)),
            north: WebMercator.latitude(ofNorthing: northing(ofY: north)), crs: .wgs84)
    }

    /// The fraction by which the pixels of an image's zoom may be larger than the image's pixels: 3 %.
    ///
    /// Nobody sees such a difference, and the next zoom would have four times the tiles.
    public static let resolutionTolerance = 0.03

    /// Returns the coarsest zoom that keeps the detail of an image: its pixels are not larger than the image's.
    ///
    /// - Parameters:
    ///   - metersPerPixel: the image's resolution in projected meters.
    ///   - tileSize: the side of a tile in pixels.
    /// - Returns: the zoom, with ``resolutionTolerance``; the finest zoom if the image is still finer.
    public static func zoom(forMetersPerPixel metersPerPixel: Double, tileSize: Int) -> Int {
        WebMercator.zooms.first {
            TileMatrix(tileSize: tileSize, zoom: $0).metersPerPixel <= metersPerPixel * (1 + resolutionTolerance)
        } ?? WebMercator.zooms.upperBound
    }
}
