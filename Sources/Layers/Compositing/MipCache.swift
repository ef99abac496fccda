package import LayerTree
internal import Concurrency
package import TilePyramid

/// Keeps halved sizes of contents from frame to frame, by the identity of their buffer, under a cap of bytes.
///
/// When there is no more room, those go that have not been used for the longest time.
package final class MipCache: Sendable {
    /// What is halved: a part of a buffer.
    package struct Key: Hashable, Sendable {
        let buffer: PixelBuffer
        let part: PixelRect

        /// A part of a buffer.
        package init(buffer: PixelBuffer, part: PixelRect) {
            self.buffer = buffer
            self.part = part
        }
    }

    /// What is kept, without keeping the buffer itself alive.
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

    /// A cache for so many bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes that are kept.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// The halved sizes of everything in a frame that is drawn with them; those that are missing are made, by as many
    /// threads as there are processors.
    ///
    /// - Parameters:
    ///   - items: what is drawn.
    ///   - area: where.
    /// - Returns: the sizes by what they are of.
    package func levels(for items: [RenderItem], in area: PixelRect) -> [Key: MipLevels] {
        levels(for: items, in: area, workers: Processors.count)
    }

    /// The halved sizes of everything in a frame that is drawn with them; those that are missing are made.
    ///
    /// - Parameters:
    ///   - items: what is drawn.
    ///   - area: where.
    ///   - workers: the most threads that make what is missing.
    /// - Returns: the sizes by what they are of.
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
