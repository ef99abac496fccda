internal import LayerTree

/// A corner of what is drawn of some contents.
struct MeshVertex: Interpolatable {
    /// Where it is seen, in the pixels of the frame.
    var position: SIMD2<Double>
    /// What lies there, in the pixels of the contents.
    var source: SIMD2<Double>
    /// How much of it is seen, as one of several sizes of the contents that are mixed: 0 to 1.
    var weight = 1.0

    static func interpolate(_ first: MeshVertex, _ second: MeshVertex, at fraction: Double) -> MeshVertex {
        MeshVertex(
            position: .interpolate(first.position, second.position, at: fraction),
            source: .interpolate(first.source, second.source, at: fraction),
            weight: first.weight + (second.weight - first.weight) * fraction)
    }
}

extension ClippablePolygon<MeshVertex> {
    /// A polygon of the frame with what lies at its corners.
    ///
    /// - Parameters:
    ///   - polygon: the polygon in the frame.
    ///   - inverse: from the frame's pixels to those of the contents.
    init(_ polygon: ClippablePolygon<SIMD2<Double>>, source inverse: Projection) {
        corners = polygon.corners.map { position in
            let projected = inverse.homogeneous(Point(x: position.x, y: position.y))
            return MeshVertex(position: position, source: SIMD2(projected.x, projected.y) / projected.z)
        }
    }

    /// The smallest range around the corners' sources along an axis: 0 for x, 1 for y.
    func range(axis: Int) -> ClosedRange<Double> {
        var (low, high) = (Double.infinity, -Double.infinity)
        for corner in corners {
            low = min(low, corner.source[axis])
            high = max(high, corner.source[axis])
        }
        return low <= high ? low...high : 0...0
    }

    /// The parts between lines across one axis of the source.
    ///
    /// - Parameters:
    ///   - lines: where the lines lie, in ascending order.
    ///   - axis: 0 for x, 1 for y.
    /// - Returns: those parts of which there is something.
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
