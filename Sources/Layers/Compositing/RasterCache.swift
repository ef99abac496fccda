internal import Caching
internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The images of rasters, kept from frame to frame while their items stay the same, with a limit in bytes.
final class RasterCache: Sendable {
    private struct Entry: Sendable {
        let bounds: PixelRect
        let items: [RenderItem]
        let image: PixelBuffer
    }

    private let cache: SharedCache<Int, Entry>
    private let state = Locked((hits: 0, misses: 0))

    /// Creates a cache with a limit in bytes; an image above the limit is drawn for each frame.
    init(limit: Int) {
        cache = SharedCache(limit: limit)
    }

    /// The number of rasters that were shown from the cache (hits), and of rasters that were drawn (misses).
    var counts: (hits: Int, misses: Int) { state.withLock { $0 } }
    /// The bytes of the images.
    var byteCount: Int { cache.statistics.cost }

    /// Begins a frame: values that are not used from now on are evicted first.
    func beginFrame() { cache.beginRound() }

    /// Returns the image of a raster; `draw` makes the image if the items have changed.
    func image(of raster: RenderRaster, draw: () -> PixelBuffer) -> PixelBuffer {
        if let entry = cache.value(for: raster.id), entry.bounds == raster.bounds, entry.items == raster.items {
            state.withLock { $0.hits += 1 }
            return entry.image
        }
        let image = draw()
        state.withLock { $0.misses += 1 }
        cache.insert(
            Entry(bounds: raster.bounds, items: raster.items, image: image), for: raster.id, cost: image.byteCount)
        return image
    }
}
