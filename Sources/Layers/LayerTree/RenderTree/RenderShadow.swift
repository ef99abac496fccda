public import TilePyramid
public import VectorDrawing

/// A blurred silhouette in one color.
public struct RenderShadow: Hashable, Sendable {
    /// A caster of a shadow: a rectangle, a path, or items.
    public enum Caster: Hashable, Sendable {
        /// A rectangle with rounded corners in a plane, whose shadow needs no offscreen pass.
        case roundedRect(Rect, radius: Double, Projection)
        /// A path in a plane, filled; its shadow needs no offscreen pass.
        case path(Path, FillRule, Projection)
        /// The drawing of the items, in proportion to its alpha.
        case items([RenderItem])
    }

    /// The caster of the shadow.
    public var caster: Caster
    /// The offset of the shadow from its caster, in pixels.
    public var offset: SIMD2<Double>
    /// The standard deviation of the blur in pixels; 0 for a sharp shadow.
    public var blurRadius: Double
    /// The color.
    public var color: Color
    /// The opacity from 0 to 1.
    public var opacity: Double
    /// The clip.
    public var clip: RenderClip
    /// A box around the pixels that the item may cover.
    public let pixelBounds: PixelRect

    /// The maximum ``blurRadius``, in pixels; larger radii are reduced to it.
    public static let blurRadiusLimit = 256.0

    /// Creates a shadow.
    public init(
        _ caster: Caster, offset: SIMD2<Double> = .zero, blurRadius: Double, color: Color, opacity: Double = 1,
        clip: RenderClip
    ) {
        let blurRadius = blurRadius > 0 ? min(blurRadius, Self.blurRadiusLimit) : 0
        self.caster = caster
        self.offset = offset
        self.blurRadius = blurRadius
        self.color = color
        self.opacity = opacity
        self.clip = clip
        let silhouette = caster.pixelBounds
        guard !silhouette.isEmpty else {
            pixelBounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
            return
        }
        let reach = Self.reach(ofBlurRadius: blurRadius)
        func limited(_ length: Double) -> Int { Int(min(max(length, -Self.offsetLimit), Self.offsetLimit)) }
        let left = silhouette.x - reach + limited(offset.x.rounded(.down))
        let top = silhouette.y - reach + limited(offset.y.rounded(.down))
        // A fraction of the offset reaches one pixel farther.
        pixelBounds = PixelRect(
            x: left, y: top, width: silhouette.size.width + 2 * reach + 1,
            height: silhouette.size.height + 2 * reach + 1
        ).intersection(clip.bounds)
    }

    /// The maximum offset along an axis in pixels.
    private static let offsetLimit = Double(1 << 20)

    /// Returns the pixels by which a blur enlarges a silhouette on each side: three standard deviations.
    package static func reach(ofBlurRadius radius: Double) -> Int { Int((3 * radius).rounded(.up)) }
}

extension RenderShadow.Caster {
    /// The box around the pixels of the silhouette, before the blur.
    package var pixelBounds: PixelRect {
        switch self {
        case .roundedRect(let rect, _, let projection): PixelRect(touching: rect, projectedBy: projection)
        case .path(let path, _, let projection): PixelRect(touching: path.controlBounds, projectedBy: projection)
        case .items(let items): items.reduce(.none) { $0.union($1.pixelBounds) }
        }
    }
}
