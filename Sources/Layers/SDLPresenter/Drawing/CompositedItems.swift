internal import Caching
internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The images of items that SDL's renderer cannot draw exactly: shapes, shadows, most gradients, masked groups.
///
/// The compositor draws each item into its own image. The image is kept while there is room, even when the item moves by whole
/// pixels.
final class CompositedItems {
    /// The limit in bytes of the kept images: 64 MiB.
    static let byteLimit = 64 << 20

    private let compositor = Compositor()
    private let cache: SharedCache<RenderItem, PixelBuffer>
    /// The number of drawn images and of their offscreen passes since the last call of ``takeCounts()``.
    private var counts = (items: 0, offscreenPasses: 0)

    /// Creates a cache of images.
    init(byteLimit: Int = CompositedItems.byteLimit) {
        cache = SharedCache(limit: byteLimit)
    }

    /// The bytes of the kept images.
    var byteCount: Int { cache.statistics.cost }

    /// Returns the image of the part of an item in an area, and the pixels of that part; nil if there are none.
    func image(of item: RenderItem, in area: PixelRect) -> (image: PixelBuffer, bounds: PixelRect)? {
        let bounds = item.pixelBounds
        guard !bounds.intersection(area).isEmpty else { return nil }
        let size = PixelRect(x: 0, y: 0, width: bounds.size.width, height: bounds.size.height)
        guard bounds.size.area <= Self.wholeAreaLimit else {
            // Only what is visible, which changes with every movement.
            let seen = bounds.intersection(area)
            return (draw(item, in: seen), seen)
        }
        // What differs only by whole pixels has the same key.
        let key = item.moved(columns: -bounds.x, rows: -bounds.y).comparable(in: size)
        if let image = cache.value(for: key) { return (image, bounds) }
        let image = draw(key, in: size)
        cache.insert(image, for: key, cost: image.byteCount)
        return (image, bounds)
    }

    /// The maximum number of pixels of an image that is drawn as a whole and kept: 4 Mi.
    private static let wholeAreaLimit = 1 << 22

    private func draw(_ item: RenderItem, in bounds: PixelRect) -> PixelBuffer {
        counts.items += 1
        counts.offscreenPasses += item.offscreenPasses
        return compositor.draw([item], in: bounds)
    }

    /// Returns the image of a raster.
    func image(of raster: RenderRaster) -> PixelBuffer { compositor.image(of: raster) }

    /// Returns the numbers of images that were drawn since the last call, and of their offscreen passes.
    func takeCounts() -> (items: Int, offscreenPasses: Int) {
        defer { counts = (0, 0) }
        return counts
    }

    /// Ends a frame; images that later frames do not show are evicted first.
    func endFrame() {
        cache.beginRound()
        compositor.beginFrame()
    }
}

extension RenderItem {
    /// Returns a normalized item, drawn alone in a rectangle, so that equal pixels have equal items.
    ///
    /// Its clip is the rectangle. Its position is rounded to 1/4096 pixel, which removes rounding errors.
    fileprivate func comparable(in rect: PixelRect) -> RenderItem {
        func rounded(_ projection: Projection) -> Projection {
            guard projection.isAffine else { return projection }
            var projection = projection
            for axis in 0..<2 { projection.rows.2[axis] = (projection.rows.2[axis] * 4096).rounded() / 4096 }
            return projection
        }
        switch self {
        case .shape(let shape) where shape.clip.outlines.isEmpty:
            guard case .color = shape.fill else { return self }
            return .shape(
                RenderShape(
                    path: shape.path, fillRule: shape.fillRule, projection: rounded(shape.projection),
                    fill: shape.fill, opacity: shape.opacity, blendMode: shape.blendMode,
                    clip: RenderClip(bounds: rect), core: shape.core))
        case .shadow(let shadow) where shadow.clip.outlines.isEmpty:
            let caster: RenderShadow.Caster
            switch shadow.caster {
            case .roundedRect(let bounds, let radius, let projection):
                caster = .roundedRect(bounds, radius: radius, rounded(projection))
            case .path(let path, let rule, let projection): caster = .path(path, rule, rounded(projection))
            case .items: return self
            }
            return .shadow(
                RenderShadow(
                    caster, offset: shadow.offset, blurRadius: shadow.blurRadius, color: shadow.color,
                    opacity: shadow.opacity, clip: RenderClip(bounds: rect)))
        default: return self
        }
    }
}
