internal import Concurrency
internal import LayerTree

/// The images of rasters, kept from frame to frame while their items stay the same, with a limit in bytes.
///
/// The least recently used images are evicted first.
final class RasterCache: Sendable {
    private struct Entry {
        let items: [RenderItem]
        let image: PixelBuffer
        var lastFrame: Int
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var byteCount = 0
        var frame = 0
        var (hits, misses) = (0, 0)

        mutating func insert(_ entry: Entry, _ id: Int, limit: Int) {
            misses += 1
            byteCount += entry.image.byteCount - (entries[id]?.image.byteCount ?? 0)
            entries[id] = entry
            guard byteCount > limit else { return }
            // One that exceeds the limit alone is not kept.
            for (other, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame })
            where byteCount > limit {
                entries[other] = nil
                byteCount -= entry.image.byteCount
            }
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// Creates a cache with a limit in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The number of rasters that were shown without being drawn, and of those that were drawn.
    var counts: (hits: Int, misses: Int) { state.withLock { ($0.hits, $0.misses) } }

    /// Begins a frame: what is not used from now on is the first to be evicted.
    func beginFrame() { state.withLock { $0.frame += 1 } }

    /// Returns the image of a raster, which `draw` makes if its items have changed.
    func image(of raster: RenderRaster, draw: () -> PixelBuffer) -> PixelBuffer {
        let found = state.withLock { state -> PixelBuffer? in
            guard let entry = state.entries[raster.id], entry.image.size == raster.size, entry.items == raster.items
            else { return nil }
            state.entries[raster.id]?.lastFrame = state.frame
            state.hits += 1
            return entry.image
        }
        if let found { return found }
        let image = draw()
        state.withLock {
            $0.insert(Entry(items: raster.items, image: image, lastFrame: $0.frame), raster.id, limit: limit)
        }
        return image
    }
}
