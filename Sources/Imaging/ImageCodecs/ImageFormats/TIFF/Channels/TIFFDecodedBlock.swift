internal import Caching
internal import Concurrency
internal import ImageSources

/// The decoded samples of a strip or tile, or of a part of a strip, in the machine's byte order and the type of the file.
final class TIFFDecodedBlock: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: it is filled before it is shared, and constant from then on.
    /// The first byte.
    let memory: UnsafeMutableRawPointer
    /// The number of bytes.
    let byteCount: Int

    /// Allocates a block.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(byteCount: Int) throws(OutOfMemory) {
        memory = try HeapMemory.allocate(max(1, byteCount))
        self.byteCount = byteCount
    }

    deinit { HeapMemory.free(memory) }
}

/// Decoded blocks up to a number of bytes; a block that one thread decodes is decoded by no other meanwhile.
final class TIFFBlockCache: Sendable {
    /// A block, or a part of one, by the first of its rows.
    struct Key: Hashable, Sendable {
        var file: String
        /// The offset of the page's directory, or of its samples where several pages share one.
        var page: Int
        var number: Int
        var row: Int
    }

    private struct State {
        var kept: CostLimitedCache<Key, TIFFDecodedBlock>
        var pending: Set<Key> = []
    }

    private let state: Locked<State>

    /// Creates an empty cache.
    init(byteLimit: Int) {
        state = Locked(State(kept: CostLimitedCache(costLimit: byteLimit)))
    }

    /// Returns a block that is kept; nil if there is none.
    func kept(_ key: Key) -> TIFFDecodedBlock? { state.withLock { $0.kept.value(for: key) } }

    /// Keeps a block.
    func keep(_ block: TIFFDecodedBlock, for key: Key) {
        let removed = state.withLock { $0.kept.insert(block, for: key, cost: block.byteCount) }
        // What was removed is freed without the lock.
        withExtendedLifetime(removed) {}
    }

    /// Returns a block: one that is kept, or else what `decode` makes.
    ///
    /// - Throws: the error of `decode`.
    func block(_ key: Key, decode: () throws -> TIFFDecodedBlock) throws -> TIFFDecodedBlock {
        let kept: TIFFDecodedBlock? = state.wait { state in
            if let block = state.kept.value(for: key) { return .some(block) }
            return state.pending.insert(key).inserted ? .some(nil) : nil
        }
        if let kept { return kept }
        do {
            let block = try decode()
            let removed = state.withLockAndNotify { state in
                state.pending.remove(key)
                return state.kept.insert(block, for: key, cost: block.byteCount)
            }
            withExtendedLifetime(removed) {}
            return block
        } catch {
            state.withLockAndNotify { _ = $0.pending.remove(key) }
            throw error
        }
    }
}
