public import Georeferencing
internal import LayerTree
public import VectorDrawing

extension MapProjection {
    /// Returns the position of a coordinate in the image's layer, in full-size pixels.
    ///
    /// ```swift
    /// pin.position = projection.point(at: Coordinate(latitude: 47.4211, longitude: 10.9853))
    /// tiles.addSublayer(pin)
    /// ```
    public func point(at coordinate: Coordinate) -> Point {
        let (x, y) = pixel(at: coordinate)
        return Point(x: x, y: y)
    }

    /// Returns the coordinate at a point of the layer of the image: the inverse of ``point(at:)``.
    public func coordinate(at point: Point) -> Coordinate { coordinate(ofX: point.x, y: point.y) }
}
