internal import LayerTree
internal import VectorDrawing

/// A vertex of drawn contents.
struct MeshVertex: Interpolatable {
    /// The position in pixels of the frame.
    var position: SIMD2<Double>
    /// The position in pixels of the contents.
    var source: SIMD2<Double>
    /// The weight from 0 to 1 with which this mip level is blended.
    var weight = 1.0

    static func interpolate(_ first: MeshVertex, _ second: MeshVertex, at fraction: Double) -> MeshVertex {
        MeshVertex(
            position: .interpolate(first.position, second.position, at: fraction),
            source: .interpolate(first.source, second.source, at: fraction),
            weight: first.weight + (second.weight - first.weight) * fraction)
    }
}

extension ClippablePolygon<MeshVertex> {
    /// Creates a polygon whose source coordinates are its positions, projected to the contents by `inverse`.
    init(_ polygon: ClippablePolygon<SIMD2<Double>>, source inverse: Projection) {
        corners = polygon.corners.map { position in
            let projected = inverse.homogeneous(Point(x: position.x, y: position.y))
            return MeshVertex(position: position, source: SIMD2(projected.x, projected.y) / projected.z)
        }
    }

    /// Returns the polygon with other source coordinates.
    func mappingSource(_ transform: (SIMD2<Double>) -> SIMD2<Double>) -> ClippablePolygon {
        var result = self
        for index in corners.indices {
            result.corners[index].source = transform(corners[index].source)
        }
        return result
    }
}
