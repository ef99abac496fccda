internal import Caching
internal import Concurrency
package import LayerTree
package import TilePyramid
package import VectorDrawing

/// A cache of mipmaps between frames, by the identity of their buffer, with a limit in bytes.
///
/// The least recently used mipmaps are evicted first.
package final class MipCache: Sendable {
    /// The source of a mipmap: a part of a buffer, which is not retained.
    package struct Key: Hashable, Sendable {
        private let buffer: ObjectIdentifier
        fileprivate let part: PixelRect

        /// Creates the key of a part of a buffer.
        package init(buffer: PixelBuffer, part: PixelRect) {
            self.buffer = ObjectIdentifier(buffer)
            self.part = part
        }
    }

    /// A cached mipmap.
    private struct Entry: Sendable {
        weak let buffer: PixelBuffer?
        let levels: MipLevels
    }

    private let cache: Locked<CostLimitedCache<Key, Entry>>

    /// Creates a cache with a limit in bytes.
    package init(limit: Int) {
        cache = Locked(CostLimitedCache(costLimit: limit))
    }

    /// The bytes of the cached mipmaps.
    var byteCount: Int { cache.withLock { $0.statistics.cost } }

    /// Returns the mipmaps of all contents that need them; missing ones are computed.
    ///
    /// - Parameters:
    ///   - items: the items of the frame.
    ///   - area: the area to draw.
    ///   - workers: the maximum number of threads that compute missing mipmaps; by default the number of processors.
    /// - Returns: the mipmaps by their source.
    package func levels(for items: [RenderItem], in area: PixelRect, workers: Int? = nil) -> [Key: MipLevels] {
        var wanted: [Key: PixelBuffer] = [:]
        Self.collect(items, in: area, into: &wanted)
        let found = cache.withLock { cache in
            cache.removeAll { $0.buffer == nil }
            return wanted.keys.reduce(into: [Key: MipLevels]()) { found, key in
                found[key] = cache.value(for: key)?.levels
            }
        }
        let missing = Array(wanted.filter { found[$0.key] == nil })
        let all = Locked(found)
        parallelFor(missing.count, workers: workers ?? Processors.count, makeContext: {}) { index, _ in
            let (key, buffer) = missing[index]
            let levels = MipLevels(buffer, part: key.part)
            all.withLock { $0[key] = levels }
            cache.withLock { cache in
                guard !cache.contains(key) else { return }
                cache.insert(Entry(buffer: buffer, levels: levels), for: key, cost: levels.byteCount)
            }
        }
        return all.withLock { $0 }
    }

    private static func collect(_ items: [RenderItem], in area: PixelRect, into wanted: inout [Key: PixelBuffer]) {
        for index in items.indices {
            switch items[index] {
            case .quad(let quad): collect(quad.fill, in: quad.pixelBounds.intersection(area), into: &wanted)
            case .shape(let shape): collect(shape.fill, in: shape.pixelBounds.intersection(area), into: &wanted)
            case .group(let group):
                guard !group.bounds.intersection(area).isEmpty else { continue }
                collect(group.items, in: area, into: &wanted)
                if let mask = group.mask { collect(mask, in: area, into: &wanted) }
            case .shadow, .sprites, .raster: continue
            }
        }
    }

    private static func collect(
        _ fill: RenderFill, in pixels: @autoclosure () -> PixelRect, into wanted: inout [Key: PixelBuffer]
    ) {
        if case .contents(let contents) = fill, contents.filter == .trilinear, !pixels().isEmpty,
            let view = InverseProjection(contents),
            !view.isAffine || view.levelOfDetail(column: 0, row: 0, limit: 1) > 0
        {
            wanted[Key(buffer: contents.buffer, part: view.source)] = contents.buffer
        }
    }
}
