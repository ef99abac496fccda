internal import Georeferencing
internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension DocumentMetadata {
    /// The projection between pixels and coordinates; nil for an image without a place on the Earth.
    var projection: MapProjection? { place?.projection }

    /// The width of a full-size pixel at a point of the image: on the ground if the image has a place on the Earth, or else the
    /// physical one; nil if neither is known.
    func millimetersPerPixel(at point: Point) -> Double? {
        guard let projection else { return millimetersPerPixel }
        let side = Geodesic(
            from: projection.place(at: Point(x: point.x - 0.5, y: point.y)),
            to: projection.place(at: Point(x: point.x + 0.5, y: point.y)))
        return side.length > 0 ? side.length * 1000 : nil
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
