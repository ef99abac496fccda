internal import Georeferencing
internal import LayerTree
internal import TilePyramid
internal import TiledLayers

/// The map of the whole Earth in Web Mercator, as a square in which all maps and overlays are placed.
///
/// At zoom 0 a point of it is a point of the screen, and each zoom doubles the scale. That is MapLibre's meaning of zoom, whose
/// tiles have 512 points.
enum WorldMap {
    /// The side of the square.
    static let side = 512.0
    /// The square itself.
    static let rect = Rect(x: 0, y: 0, width: side, height: side)

    private static let projection: MapProjection = {
        let shift = WebMercator.originShift
        return MapProjection(
            bounds: GeoBounds(west: -shift, south: -shift, east: shift, north: shift, crs: .webMercator),
            size: PixelSize(width: 512, height: 512))
    }()

    /// Returns the point at a coordinate; latitudes beyond the map are at its edge.
    static func point(at coordinate: Coordinate) -> Point {
        let limit = WebMercator.maximumLatitude
        let latitude = min(max(coordinate.latitude, -limit), limit)
        return projection.point(at: Coordinate(latitude: latitude, longitude: coordinate.longitude))
    }

    /// Returns the coordinate at a point, which may be beyond the edges.
    static func coordinate(at point: Point) -> Coordinate { projection.coordinate(at: point) }

    /// Returns the rectangle of bounds in degrees or meters, cut off at the latitudes where the map ends.
    static func rect(of bounds: GeoBounds) -> Rect {
        switch bounds.crs {
        case .wgs84:
            return Rect(enclosing: [
                point(at: Coordinate(latitude: bounds.north, longitude: bounds.west)),
                point(at: Coordinate(latitude: bounds.south, longitude: bounds.east)),
            ])
        case .webMercator:
            let scale = side / 2 / WebMercator.originShift
            return Rect(
                x: side / 2 + bounds.west * scale, y: side / 2 - bounds.north * scale,
                width: (bounds.east - bounds.west) * scale, height: (bounds.north - bounds.south) * scale)
        }
    }
}
