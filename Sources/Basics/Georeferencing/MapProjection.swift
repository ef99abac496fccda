public import TilePyramid

/// Converts between coordinates on the Earth and the pixels of a map image.
///
/// Pixels are counted from the upper left corner of the full-size level, x to the right and y downward, with fractions: the
/// center of the first pixel is at (0.5, 0.5). Coordinates beyond the image have pixels beyond its edges.
///
/// ```swift
/// let world = Pyramid(mapTilesOf: 0...19)
/// let projection = MapProjection(pyramid: world, zoom: 19)
/// let (x, y) = projection.pixel(at: Coordinate(latitude: 47.4211, longitude: 10.9853))
/// ```
public struct MapProjection: Hashable, Sendable {
    /// The coordinate reference system in which pixels have equal steps.
    public let crs: GeoBounds.CoordinateReferenceSystem
    /// The edges of the image, in the unit of ``crs``.
    public let bounds: GeoBounds
    /// The width and height of the image in pixels.
    public let size: PixelSize

    /// Creates the projection of a pyramid that is aligned with the tile grid of Web Mercator.
    ///
    /// - Parameters:
    ///   - pyramid: the pyramid; the origin of its full-size level is the position on the map.
    ///   - zoom: the zoom of the full-size level, as of a ``Georeference``; one of ``WebMercator/zooms``.
    public init(pyramid: Pyramid, zoom: Int) {
        self.init(bounds: GeoBounds(of: pyramid, zoom: zoom), size: pyramid.size)
    }

    /// Creates the projection of a north-up image with known edges.
    ///
    /// - Parameters:
    ///   - bounds: the edges, which must be valid; the pixels have equal steps in their ``GeoBounds/crs``.
    ///   - size: the width and height of the image in pixels, which must be positive.
    public init(bounds: GeoBounds, size: PixelSize) {
        precondition(bounds.isValid && size.width > 0 && size.height > 0, "the bounds and the size must not be empty")
        crs = bounds.crs
        self.bounds = bounds
        self.size = size
    }

    /// Returns the pixel at a coordinate; in Web Mercator, y is infinite at the poles.
    public func pixel(at coordinate: Coordinate) -> (x: Double, y: Double) {
        var (east, north) =
            switch crs {
            case .wgs84: (coordinate.longitude, coordinate.latitude)
            case .webMercator:
                (
                    WebMercator.easting(ofLongitude: coordinate.longitude),
                    WebMercator.northing(ofLatitude: coordinate.latitude)
                )
            }
        east += wrap(east)
        return (
            (east - bounds.west) / (bounds.east - bounds.west) * Double(size.width),
            (bounds.north - north) / (bounds.north - bounds.south) * Double(size.height)
        )
    }

    /// Returns the offset that brings an easting or a longitude to the image: once around the Earth, if the image crosses the
    /// 180th meridian and begins east of it.
    private func wrap(_ east: Double) -> Double {
        let half = crs == .wgs84 ? 180 : WebMercator.originShift
        return bounds.east > half && bounds.west >= -half && east < bounds.west && east + 2 * half <= bounds.east
            ? 2 * half : 0
    }

    /// Returns the coordinate of a pixel: the inverse of ``pixel(at:)``.
    public func coordinate(ofX x: Double, y: Double) -> Coordinate {
        let east = bounds.west + x / Double(size.width) * (bounds.east - bounds.west)
        let north = bounds.north - y / Double(size.height) * (bounds.north - bounds.south)
        return switch crs {
        case .wgs84: Coordinate(latitude: north, longitude: east)
        case .webMercator:
            Coordinate(
                latitude: WebMercator.latitude(ofNorthing: north), longitude: WebMercator.longitude(ofEasting: east))
        }
    }
}
