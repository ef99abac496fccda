internal import LayerTree

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
    /// Creates a polygon whose source coordinates follow from its positions.
    ///
    /// - Parameters:
    ///   - polygon: the polygon in the frame.
    ///   - inverse: the projection from the frame's pixels to those of the contents.
    init(_ polygon: ClippablePolygon<SIMD2<Double>>, source inverse: Projection) {
        corners = polygon.corners.map { position in
            let projected = inverse.homogeneous(Point(x: position.x, y: position.y))
            return MeshVertex(position: position, source: SIMD2(projected.x, projected.y) / projected.z)
        }
    }

    /// The range of the source coordinates along an axis: 0 for x, 1 for y.
    func range(axis: Int) -> ClosedRange<Double> {
        var (low, high) = (Double.infinity, -Double.infinity)
        for corner in corners {
            low = min(low, corner.source[axis])
            high = max(high, corner.source[axis])
        }
        return low <= high ? low...high : 0...0
    }

    /// Splits the polygon at lines across one axis of the source.
    ///
    /// - Parameters:
    ///   - lines: the positions of the lines, in ascending order.
    ///   - axis: 0 for x, 1 for y.
    /// - Returns: the parts that are not empty.
    func split(at lines: [Double], axis: Int) -> [ClippablePolygon] {
        var parts: [ClippablePolygon] = []
        var rest = self
        for line in lines {
            let split = rest.split { $0.source[axis] - line }
            parts.append(split.negative)
            rest = split.rest
        }
        parts.append(rest)
        return parts.filter { !$0.isEmpty }
    }
}
