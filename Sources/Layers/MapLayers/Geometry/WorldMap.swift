internal import Georeferencing
internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The map of the whole Earth in Web Mercator, as a square in which all maps and overlays are placed.
///
/// At zoom 0 a point of the square is a point of the screen, and each zoom doubles the scale. This is MapLibre's definition of
/// zoom, with tiles of 512 points.
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

    /// Returns the point at a coordinate, in a part of the world that may continue beyond the date line.
    ///
    /// A place outside that part is moved one world east or west if it is then inside.
    static func point(at coordinate: Coordinate, in part: Rect) -> Point {
        let point = point(at: coordinate)
        // A tenth of a meter, for edges that were calculated.
        let tolerance = 1e-6
        guard point.x < part.minX - tolerance || point.x > part.maxX + tolerance else { return point }
        let others = [point.x - side, point.x + side].filter { $0 >= part.minX && $0 <= part.maxX }
        return Point(x: others.first ?? point.x, y: point.y)
    }

    /// Returns the coordinate at a point, which may be beyond the edges: longitudes wrap from 180° to −180°.
    static func coordinate(at point: Point) -> Coordinate {
        var coordinate = projection.coordinate(at: point)
        if abs(coordinate.longitude) > 180 { coordinate.longitude = remainder(coordinate.longitude, 360) }
        return coordinate
    }

    /// The maximum distance of bounds from the middle of the world, in half widths: one world beyond the date line.
    static let reach = 3.0

    /// Whether a map can have these bounds: valid, on the Earth, and at most one world beyond the date line.
    static func contains(_ bounds: GeoBounds) -> Bool {
        guard bounds.isValid else { return false }
        return switch bounds.crs {
        case .wgs84:
            abs(bounds.south) <= 90 && abs(bounds.north) <= 90
                && max(abs(bounds.west), abs(bounds.east)) <= 180 * reach
        case .webMercator: bounds.edges.allSatisfy { abs($0) <= WebMercator.originShift * reach }
        }
    }

    /// Returns the rectangle of bounds in degrees or meters, cut off at the latitudes where the map ends, and at its ``reach``.
    static func rect(of bounds: GeoBounds) -> Rect {
        let limit = (bounds.crs == .wgs84 ? 180 : WebMercator.originShift) * reach
        func limited(_ edge: Double) -> Double { min(max(edge, -limit), limit) }
        let bounds = GeoBounds(
            west: limited(bounds.west), south: limited(bounds.south), east: limited(bounds.east),
            north: limited(bounds.north), crs: bounds.crs)
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

    /// Returns the bounds in degrees of a rectangle; longitudes continue beyond the date line.
    static func bounds(of rect: Rect) -> GeoBounds {
        GeoBounds(
            west: rect.minX / side * 360 - 180, south: coordinate(at: Point(x: 0, y: rect.maxY)).latitude,
            east: rect.maxX / side * 360 - 180, north: coordinate(at: rect.origin).latitude, crs: .wgs84)
    }
}
