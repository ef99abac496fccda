internal import VectorDrawing

/// The plane of a layer in a space, as it is seen in the frame.
struct SeenPlane {
    /// The visible part of the layer's bounds.
    let outline: SeenPolygon
    /// The depth at each point of the frame, larger toward the viewer, times a positive factor that is the same for all planes
    /// of a space.
    let depth: LinearForm

    /// The area in pixels up to which polygons count as empty.
    static let leastArea = 1e-3

    /// Creates the plane of a layer; nil if nothing of its bounds is visible.
    ///
    /// With the plane's projection H to pixels, a point (x, y) of the layer is seen at the pixel q = (x, y, 1) H. Its depth is
    /// a linear function of (x, y, 1), divided by the w of the space; so it is one of q H⁻¹, up to the factor by which the
    /// plane of the space is itself projected.
    ///
    /// - Parameters:
    ///   - bounds: the bounds of the layer.
    ///   - space: the transform from the layer to the space.
    ///   - projection: the projection from the plane of the space to pixels.
    ///   - visible: the visible pixels.
    init?(_ bounds: Rect, in space: Transform3D, projectedBy projection: Projection, visible: SeenPolygon) {
        let rows = space.rows
        let toPlane = Projection(
            rows: ([rows.0.x, rows.0.y, rows.0.w], [rows.1.x, rows.1.y, rows.1.w], [rows.3.x, rows.3.y, rows.3.w]))
        let toFrame = toPlane.followed(by: projection)
        guard !bounds.isEmpty, let inverse = toFrame.inverse else { return nil }
        var seen = ConvexPolygon(bounds.corners.map(toFrame.homogeneous))
        seen.clip { $0.z - PixelPolygon.nearPlane }
        outline = visible.intersection(SeenPolygon(seen.corners.map { SIMD2($0.x, $0.y) / $0.z }))
        let depth = SIMD3(rows.0.z, rows.1.z, rows.3.z)
        self.depth = LinearForm(
            coefficients: SIMD3(
                (depth * inverse.rows.0).sum(), (depth * inverse.rows.1).sum(), (depth * inverse.rows.2).sum()))
        guard outline.area > Self.leastArea, self.depth.coefficients.sum().isFinite else { return nil }
    }

    /// The depth of a plane relative to another one.
    enum Relation {
        case nearer, farther, coplanar, mixed
    }

    /// The difference of depths, in points, up to which planes count as coplanar.
    private static let depthTolerance = 1e-4

    /// Returns the depth relative to another plane in a polygon of the frame.
    func relation(to other: SeenPlane, in polygon: SeenPolygon) -> Relation {
        let difference = polygon.range(of: depth - other.depth)
        let isNearer = difference.upperBound > Self.depthTolerance
        let isFarther = difference.lowerBound < -Self.depthTolerance
        return isNearer ? (isFarther ? .mixed : .nearer) : (isFarther ? .farther : .coplanar)
    }
}
