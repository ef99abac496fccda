internal import ImageSources

/// The samples of a chunk, from assembly to encoding.
final class ChunkBuffer: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the reading thread fills a buffer, then hands it through the queue's lock to the one
    // thread that encodes it.

    /// The memory of the samples.
    let base: UnsafeMutableRawPointer
    private let pool: MemoryPool
    private var isRecycled = false

    /// Creates a buffer in a block of a pool, which takes it back.
    init(_ base: UnsafeMutableRawPointer, of pool: MemoryPool) {
        self.base = base
        self.pool = pool
    }

    deinit { recycle() }

    /// Gives the memory back, once the chunk is encoded or will never be.
    func recycle() {
        guard !isRecycled else { return }
        isRecycled = true
        pool.recycle([base])
    }

    /// All samples.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: pool.blockBytes) }
}
