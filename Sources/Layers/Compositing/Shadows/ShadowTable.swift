internal import Caching
internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Collects the shadows of a frame, and then computes their masks.
struct ShadowTable {
    private let cache: SharedCache<ShadowKey, ShadowMask>
    private var known: [ShadowMask?] = []
    /// The numbers of the masks to compute.
    private var missing: [ShadowKey: Int] = [:]

    /// Creates an empty table.
    init(cache: SharedCache<ShadowKey, ShadowMask>) {
        self.cache = cache
    }

    /// Adds a shadow; returns the number of its mask.
    mutating func add(_ key: ShadowKey) -> Int {
        if let number = missing[key] { return number }
        let mask = cache.value(for: key)
        if mask == nil { missing[key] = known.count }
        known.append(mask)
        return known.count - 1
    }

    /// Computes the masks that are not cached.
    ///
    /// - Parameters:
    ///   - workers: the maximum number of threads.
    ///   - draw: draws the items that cast a shadow.
    /// - Returns: the mask of each shadow, by its number.
    func resolve(
        workers: Int, draw: (_ items: [RenderItem], _ bounds: PixelRect) -> PixelBuffer
    ) -> [ShadowMask] {
        var masks = known
        var outlines: [(key: ShadowKey, number: Int)] = []
        for (key, number) in missing {
            if case .items(let items) = key.caster {
                // Drawing has workers of its own.
                masks[number] = ShadowMask(key) { draw(items, $0) }
            } else {
                outlines.append((key, number))
            }
        }
        let jobs = outlines
        let results = Locked(masks)
        parallelFor(jobs.count, workers: workers, makeContext: {}) { index, _ in
            let mask = ShadowMask(key: jobs[index].key)
            results.withLock { $0[jobs[index].number] = mask }
        }
        return results.withLock { results in
            for (key, number) in missing {
                if let mask = results[number] { cache.insert(mask, for: key, cost: mask.byteCount) }
            }
            return results.compactMap(\.self)
        }
    }
}
