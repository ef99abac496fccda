internal import LayerTree
internal import VectorDrawing

/// The values that determine the coverage of a shape, up to a translation by whole pixels.
///
/// Shapes are placed at 256ths of a pixel, like the corners of quads, so that equal shapes share their coverage.
struct MaskKey: Hashable, Sendable {
    /// The path.
    var path: Path
    /// The fill rule.
    var rule: FillRule
    /// The images of the x axis and the y axis.
    var axes: SIMD4<Double>
    /// The position of the path's origin in the first pixel, in 256ths.
    var phase: SIMD2<UInt8>

    /// The number of positions in a pixel, along each axis.
    private static let phases = Double(PixelPolygon.subpixels)
    /// The maximum coordinate of an origin, in pixels.
    private static let positionLimit = Double(1 << 20)

    /// Creates the key of a shape.
    ///
    /// - Returns: the key, and the whole pixel to which the coverage is relative; nil in perspective and for values that are
    ///   not finite.
    static func key(of shape: RenderShape) -> (key: MaskKey, pixel: SIMD2<Int>)? {
        let rows = shape.projection.rows
        let axes = SIMD4(rows.0.x, rows.0.y, rows.1.x, rows.1.y)
        guard shape.projection.isAffine, abs(rows.2.x) < positionLimit, abs(rows.2.y) < positionLimit,
            (axes - axes) == .zero
        else { return nil }
        let position = SIMD2(rows.2.x * phases, rows.2.y * phases).rounded(.toNearestOrAwayFromZero)
        let steps = SIMD2(Int(position.x), Int(position.y))
        let key = MaskKey(
            path: shape.path, rule: shape.fillRule, axes: axes, phase: SIMD2<UInt8>(truncatingIfNeeded: steps))
        return (key, steps &>> 8)
    }

    /// The projection of the path, relative to the whole pixel.
    var projection: Projection {
        let origin = SIMD2<Double>(phase) / Self.phases
        return Projection(
            rows: (SIMD3(axes.x, axes.y, 0), SIMD3(axes.z, axes.w, 0), SIMD3(origin.x, origin.y, 1)))
    }
}
