package import LayerTree
internal import Concurrency
package import TilePyramid

/// A cache of mipmaps between frames, by the identity of their buffer, with a limit in bytes.
///
/// The least recently used mipmaps are evicted first.
package final class MipCache: Sendable {
    /// The source of a mipmap: a part of a buffer.
    package struct Key: Hashable, Sendable {
        let buffer: PixelBuffer
        let part: PixelRect

        /// Creates the key of a part of a buffer.
        package init(buffer: PixelBuffer, part: PixelRect) {
            self.buffer = buffer
            self.part = part
        }
    }

    /// A cached mipmap; it does not retain the buffer.
    private struct Entry {
        weak var buffer: PixelBuffer?
        let levels: MipLevels
        var lastFrame: Int
    }

    private struct IdentityKey: Hashable {
        let identity: ObjectIdentifier
        let part: PixelRect

        init(_ key: Key) {
            identity = ObjectIdentifier(key.buffer)
            part = key.part
        }
    }

    private struct State {
        var entries: [IdentityKey: Entry] = [:]
        var byteCount = 0
        var frame = 0

        mutating func remove(where condition: (Entry) -> Bool) {
            for (identityKey, entry) in entries where condition(entry) {
                entries[identityKey] = nil
                byteCount -= entry.levels.byteCount
            }
        }

        mutating func insert(_ levels: MipLevels, for key: Key, limit: Int) {
            guard levels.byteCount <= limit, entries[IdentityKey(key)] == nil else { return }
            entries[IdentityKey(key)] = Entry(buffer: key.buffer, levels: levels, lastFrame: frame)
            byteCount += levels.byteCount
            for (identityKey, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame })
            where byteCount > limit && identityKey != IdentityKey(key) {
                entries[identityKey] = nil
                byteCount -= entry.levels.byteCount
            }
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// Creates a cache with a limit in bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of the cached mipmaps.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns the mipmaps of all contents that need them; missing ones are computed by as many threads as there are
    /// processors.
    ///
    /// - Parameters:
    ///   - items: the items of the frame.
    ///   - area: the area to draw.
    /// - Returns: the mipmaps by their source.
    package func levels(for items: [RenderItem], in area: PixelRect) -> [Key: MipLevels] {
        levels(for: items, in: area, workers: Processors.count)
    }

    /// Returns the mipmaps of all contents that need them; missing ones are computed.
    ///
    /// - Parameters:
    ///   - items: the items of the frame.
    ///   - area: the area to draw.
    ///   - workers: the most threads that compute missing mipmaps.
    /// - Returns: the mipmaps by their source.
    func levels(for items: [RenderItem], in area: PixelRect, workers: Int) -> [Key: MipLevels] {
        var wanted: Set<Key> = []
        Self.collect(items, in: area, into: &wanted)
        var found = state.withLock { state in
            state.frame += 1
            state.remove { $0.buffer == nil }
            var found: [Key: MipLevels] = [:]
            for key in wanted {
                if let entry = state.entries[IdentityKey(key)] {
                    found[key] = entry.levels
                    state.entries[IdentityKey(key)]?.lastFrame = state.frame
                }
            }
            return found
        }
        let missing = wanted.filter { found[$0] == nil }.map { $0 }
        let made = Locked<[Key: MipLevels]>([:])
        parallelFor(missing.count, workers: workers, makeContext: {}) { index, _ in
            let levels = MipLevels(missing[index].buffer, part: missing[index].part)
            made.withLock { $0[missing[index]] = levels }
        }
        let new = made.withLock { $0 }
        state.withLock { state in
            for (key, levels) in new {
                state.insert(levels, for: key, limit: limit)
            }
        }
        found.merge(new) { old, _ in old }
        return found
    }

    private static func collect(_ items: [RenderItem], in area: PixelRect, into wanted: inout Set<Key>) {
        for item in items where !item.pixelBounds.intersection(area).isEmpty {
            switch item {
            case .group(let group):
                collect(group.items, in: area, into: &wanted)
            case .quad(let quad):
                if case .contents(let contents) = quad.fill, contents.filter == .trilinear,
                    let view = InverseProjection(contents),
                    !view.isAffine || view.levelOfDetail(column: 0, row: 0, limit: 1) > 0
                {
                    wanted.insert(Key(buffer: contents.buffer, part: view.source))
                }
            }
        }
    }
}
