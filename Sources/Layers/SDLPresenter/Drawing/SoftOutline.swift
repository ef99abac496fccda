internal import LayerTree
internal import VectorDrawing

/// The antialiased edges of a quad: they divide polygons into what is covered fully and bands along the edges.
///
/// A band is one pixel wide, and the weight of its corners is the coverage there. SDL's renderer interpolates it.
struct SoftOutline {
    private let edges: [(start: SIMD2<Double>, normal: SIMD2<Double>)]

    /// Creates the edges of an outline.
    init(_ outline: PixelPolygon) {
        let corners = ClippablePolygon(outline).corners
        let center = corners.reduce(SIMD2.zero, +) / Double(max(1, corners.count))
        edges = corners.indices.compactMap { index in
            let start = corners[index]
            let direction = corners[(index + 1) % corners.count] - start
            let length = (direction * direction).sum().squareRoot()
            guard length > 0 else { return nil }
            let normal = SIMD2(-direction.y, direction.x) / length
            return (start, (normal * (center - start)).sum() < 0 ? -normal : normal)
        }
    }

    /// Returns the parts of a polygon that are covered, with weights.
    func parts(of polygon: ClippablePolygon<MeshVertex>) -> [ClippablePolygon<MeshVertex>] {
        var parts = [polygon]
        for edge in edges {
            func distance(_ corner: MeshVertex) -> Double { (edge.normal * (corner.position - edge.start)).sum() }
            parts = parts.flatMap { part in
                let covered = part.split { distance($0) + 0.5 }.rest
                var (band, inside) = covered.split { distance($0) - 0.5 }
                for index in band.corners.indices {
                    band.corners[index].weight *= min(max(distance(band.corners[index]) + 0.5, 0), 1)
                }
                return [inside, band].filter { !$0.isEmpty }
            }
        }
        return parts
    }
}
