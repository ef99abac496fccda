/// The place of a layer in the space of its superlayer, for items that are not in the layer's plane.
package final class LayerDepth: Sendable {
    /// The image of the layer's z axis, homogeneous as the rows of the layer's ``Projection``.
    ///
    /// The point (x, y, z) of the layer is seen at `projection.homogeneous(Point(x: x, y: y)) + z * axis`.
    package let axis: SIMD3<Double>
    /// The columns of the transform to the superlayer's space that make z and w of a point.
    private let z: SIMD4<Double>, w: SIMD4<Double>

    /// Creates the place of a layer.
    ///
    /// - Parameters:
    ///   - transform: the transform from the layer's coordinates to the space of its superlayer.
    ///   - projection: the projection from the superlayer's plane to pixels of the frame.
    init(_ transform: Transform3D, projectedBy projection: Projection) {
        let rows = transform.rows
        z = [rows.0.z, rows.1.z, rows.2.z, rows.3.z]
        w = [rows.0.w, rows.1.w, rows.2.w, rows.3.w]
        // The projection of a plane that is parallel to the screen is divided by w.
        let isParallel = rows.0.w == 0 && rows.1.w == 0 && rows.3.w > 0
        let weight = isParallel ? rows.3.w : 1
        let seen = rows.2 / weight
        axis = seen.x * projection.rows.0 + seen.y * projection.rows.1 + seen.w * projection.rows.2
    }

    /// Returns the depth of a point of the layer: the larger, the nearer to the viewer.
    package func depth(of point: SIMD3<Double>) -> Double {
        let point = SIMD4(point, 1)
        let weight = (point * w).sum()
        return (point * z).sum() / (weight > 1e-9 ? weight : 1e-9)
    }
}
