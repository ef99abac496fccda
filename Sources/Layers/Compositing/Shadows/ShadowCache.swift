internal import Concurrency
internal import LayerTree
internal import TilePyramid

/// A cache of shadow masks between frames, with a limit in bytes; the least recently used ones are evicted first.
final class ShadowCache: Sendable {
    private struct Entry {
        let mask: ShadowMask
        var lastFrame: Int
    }

    private struct State {
        var entries: [ShadowKey: Entry] = [:]
        var byteCount = 0
        var frame = 0

        mutating func insert(_ mask: ShadowMask, for key: ShadowKey, limit: Int) {
            guard mask.byteCount <= limit, entries[key] == nil else { return }
            entries[key] = Entry(mask: mask, lastFrame: frame)
            byteCount += mask.byteCount
            guard byteCount > limit else { return }
            for (other, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame })
            where byteCount > limit && other != key {
                entries[other] = nil
                byteCount -= entry.mask.byteCount
            }
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// Creates a cache with a limit in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of the cached masks.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Begins a frame: what is not used from now on is the first to be evicted.
    func beginFrame() { state.withLock { $0.frame += 1 } }

    /// Returns a mask, which `make` computes if it is not cached.
    func mask(for key: ShadowKey, make: () -> ShadowMask) -> ShadowMask {
        let found = state.withLock { state -> ShadowMask? in
            state.entries[key]?.lastFrame = state.frame
            return state.entries[key]?.mask
        }
        if let found { return found }
        let mask = make()
        state.withLock { $0.insert(mask, for: key, limit: limit) }
        return mask
    }
}
