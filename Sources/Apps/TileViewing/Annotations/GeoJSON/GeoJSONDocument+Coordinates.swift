internal import Georeferencing
internal import JSONDocuments
internal import LayerTree
internal import VectorDrawing

extension GeoJSONDocument {
    /// The annotations at the same coordinates of another map, in its pixels.
    ///
    /// Those of a file of the viewer are placed by the map that the file states. The features of other files are degrees of
    /// longitude and latitude, as RFC 7946 has them.
    ///
    /// - Parameters:
    ///   - projection: the other map.
    ///   - path: the file, for the error.
    /// - Returns: the annotations; those that lie nowhere on the other map's plane are left out.
    /// - Throws: ``AnnotationFileError`` if the file says nothing of coordinates.
    func annotations(on projection: MapProjection, path: String) throws(AnnotationFileError) -> [Annotation] {
        if let own = statement?.projection {
            return moved { projection.pixel(at: own.coordinate(ofX: $0.x, y: $0.y)) }
        }
        guard statement == nil, !isOfImage else {
            throw AnnotationFileError(
                path: path,
                message:
                    "it does not say where on the Earth its annotations are. Name the file of a map, or one in degrees."
            )
        }
        return moved { projection.pixel(at: Coordinate(latitude: $0.y, longitude: $0.x)) }
    }

    private func moved(_ move: (Point) -> (x: Double, y: Double)) -> [Annotation] {
        annotations.compactMap { annotation in
            guard !annotation.extras.isOpaque else { return nil }
            var isSeen = true
            var moved = annotation
            moved.reshape(
                annotation.shape.mapVertices { _, point in
                    let (x, y) = move(point)
                    // The poles are infinitely far in Web Mercator.
                    isSeen = isSeen && abs(x) <= Self.coordinateLimit && abs(y) <= Self.coordinateLimit
                    return Point(x: x, y: y)
                })
            return isSeen ? moved : nil
        }
    }
}
