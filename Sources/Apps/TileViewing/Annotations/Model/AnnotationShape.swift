internal import LayerTree
internal import VectorDrawing

/// The shape of an annotation: the geometries of GeoJSON (RFC 7946), in full-size pixels.
///
/// Pixel centers lie at half numbers, and (0, 0) is the upper left corner of the image.
enum AnnotationShape: Hashable, Sendable {
    /// One or more points.
    case points([Point])
    /// One or more lines of straight segments.
    case lines([[Point]])
    /// One or more polygons, each an outer ring and its holes; a ring does not repeat its first point at the end.
    case polygons([[[Point]]])

    /// The shape of a single line.
    static func line(_ points: [Point]) -> AnnotationShape { .lines([points]) }

    /// The shape of a polygon without holes.
    static func polygon(_ ring: [Point]) -> AnnotationShape { .polygons([[ring]]) }

    /// The lines, or the rings of all polygons; for points, these.
    var paths: [[Point]] {
        switch self {
        case .points(let points): [points]
        case .lines(let lines): lines
        case .polygons(let polygons): polygons.flatMap(\.self)
        }
    }

    /// Whether paths are closed.
    var isClosed: Bool {
        if case .polygons = self { return true }
        return false
    }

    /// All points, in order: the vertices that can be dragged.
    var vertices: [Point] { paths.flatMap(\.self) }

    /// The smallest rectangle around all points.
    var bounds: Rect { Rect(enclosing: vertices) }

    /// The shape with its points changed by a closure that gets the index of each among ``vertices``.
    func mapVertices(_ change: (Int, Point) -> Point) -> AnnotationShape {
        var index = 0
        func path(_ points: [Point]) -> [Point] {
            points.map { point in
                defer { index += 1 }
                return change(index, point)
            }
        }
        return switch self {
        case .points(let points): .points(path(points))
        case .lines(let lines): .lines(lines.map(path))
        case .polygons(let polygons): .polygons(polygons.map { $0.map(path) })
        }
    }

    /// The shape moved by a vector.
    func moved(by vector: Point) -> AnnotationShape { mapVertices { $1 + vector } }
}
