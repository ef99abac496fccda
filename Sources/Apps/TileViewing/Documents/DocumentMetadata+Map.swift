internal import Georeferencing
internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension DocumentMetadata {
    /// The projection between pixels and coordinates; nil for an image without a place on the Earth.
    var projection: MapProjection? { place?.projection }

    /// The physical size of a pixel: that of a known length, or else that of the file; nil if neither is known.
    var knownMillimetersPerPixel: Double? { calibration ?? millimetersPerPixel }

    /// The width of a full-size pixel at a point of the image: on the ground if the image has a place on the Earth, or else the
    /// physical one; nil if neither is known.
    func millimetersPerPixel(at point: Point) -> Double? {
        guard let projection else { return knownMillimetersPerPixel }
        let side = Geodesic(
            from: projection.place(at: Point(x: point.x - 0.5, y: point.y)),
            to: projection.place(at: Point(x: point.x + 0.5, y: point.y)))
        return side.length > 0 ? side.length * 1000 : nil
    }

    /// The width and height of a region in millimeters: on the ground if the image has a place on the Earth, along the parallel
    /// and the meridian through its middle; nil if they are unknown.
    func physicalSize(of rect: PixelRect) -> (width: Double, height: Double)? {
        let area = rect.area
        let middle = area.point(at: Point(x: 0.5, y: 0.5))
        guard let across = millimetersPerPixel(at: middle) else { return nil }
        let width = Double(rect.size.width) * across
        guard let projection else { return (width, Double(rect.size.height) * across) }
        let side = Geodesic(
            from: projection.place(at: Point(x: middle.x, y: area.minY)),
            to: projection.place(at: Point(x: middle.x, y: area.maxY)))
        return side.length > 0 ? (width, side.length * 1000) : nil
    }
}

extension MapProjection {
    /// The place of a pixel on the Earth, also beyond the edges of the map.
    func place(at point: Point) -> Coordinate {
        let coordinate = coordinate(ofX: point.x, y: point.y)
        return Coordinate(
            latitude: min(max(coordinate.latitude, -90), 90), longitude: remainder(coordinate.longitude, 360))
    }
}
