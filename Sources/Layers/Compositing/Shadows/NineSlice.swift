internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// The shadow of an upright rounded rectangle; its middle columns and rows are all alike.
///
/// It is computed for a smaller rectangle with the same corners, at the same fractions of pixels, and then stretched
/// by whole pixels: the result is the same.
struct NineSlice {
    /// The smaller rectangle, its corner radius, and the projection of both to pixels.
    let rect: Rect, radius: Double, projection: Projection
    /// The repeated column and row, and the numbers of additional repetitions.
    let cut: SIMD2<Int>, repeats: SIMD2<Int>
    /// The pixels that the smaller rectangle touches.
    let bounds: PixelRect
    private let reach: Int

    /// The number of pixels of the blurred mask.
    var storedArea: Int { (bounds.size.width + 2 * reach) * (bounds.size.height + 2 * reach) }

    /// Creates the slices of a caster's shadow; nil unless the caster is an upright rounded rectangle.
    init?(of caster: RenderShadow.Caster, deviation: Double) {
        guard case .roundedRect(let rect, let radius, let projection) = caster, projection.isAxisAligned,
            radius.isFinite, radius >= 0
        else { return nil }
        let rows = projection.rows
        let ends = (
            SIMD2(rect.minX * rows.0.x + rows.2.x, rect.minY * rows.1.y + rows.2.y),
            SIMD2(rect.maxX * rows.0.x + rows.2.x, rect.maxY * rows.1.y + rows.2.y)
        )
        let low = pointwiseMin(ends.0, ends.1)
        let high = pointwiseMax(ends.0, ends.1)
        let limit = SIMD2(repeating: Double(1 << 20))
        guard all(low .> -limit), all(high .< limit) else { return nil }
        let radii = pointwiseMin(
            radius * SIMD2(abs(rows.0.x), abs(rows.1.y)), (high - low) / 2)
        reach = RenderShadow.reach(ofBlurRadius: deviation)
        // From the last pixel of a corner, the blur reaches so far; beyond lies a column that is like the next.
        let support = Double(GaussianBlur.support(ofDeviation: deviation) + 2)
        let first = (low + radii).rounded(.up) + support
        let last = (high - radii).rounded(.down) - support
        let extra = pointwiseMax((last - first).rounded(.down) - 1, .zero)
        // The corner that comes first in pixels stays where it is.
        let scale = SIMD2(abs(rows.0.x), abs(rows.1.y))
        let less = (extra / scale).replacing(with: SIMD2<Double>.zero, where: extra .== SIMD2<Double>.zero)
        self.rect = Rect(
            x: rows.0.x < 0 ? rect.minX + less.x : rect.minX, y: rows.1.y < 0 ? rect.minY + less.y : rect.minY,
            width: rect.size.width - less.x, height: rect.size.height - less.y)
        self.radius = radius
        self.projection = projection
        repeats = SIMD2(Int(extra.x), Int(extra.y))
        cut = SIMD2(Int(first.x), Int(first.y))
        bounds = PixelRect(touching: self.rect, projectedBy: projection)
    }
}
