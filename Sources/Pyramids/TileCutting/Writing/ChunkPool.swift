internal import Concurrency
internal import ImageCodecs

/// The memory in which tiles are assembled: a limited number of chunks of one size, which are recycled.
///
/// Safe to use from any thread.
final class ChunkPool: Sendable {
    private struct State {
        var free: [UnsafeMutableRawPointer] = []
        var inUse = 0
        var peak = 0
    }

    private let limits: ChunkLimits
    private let state = Locked(State())

    /// Creates a pool without memory, which is allocated as it is needed.
    init(_ limits: ChunkLimits) {
        self.limits = limits
    }

    deinit {
        state.withLock { state in
            for chunk in state.free {
                HeapMemory.free(chunk)
            }
        }
    }

    /// Returns `count` chunks; nil while so many would exceed the limit.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    func take(_ count: Int) throws(OutOfMemory) -> [UnsafeMutableRawPointer]? {
        let recycled: [UnsafeMutableRawPointer]? = state.withLock { state in
            guard state.inUse + count <= limits.chunkLimit else { return nil }
            state.inUse += count
            state.peak = max(state.peak, state.inUse)
            let chunks = Array(state.free.suffix(count))
            state.free.removeLast(chunks.count)
            return chunks
        }
        guard var chunks = recycled else { return nil }
        do {
            while chunks.count < count {
                chunks.append(try HeapMemory.allocate(limits.chunkBytes))
            }
        } catch {
            recycle(chunks)
            state.withLock { $0.inUse -= count - chunks.count }
            throw error
        }
        return chunks
    }

    func recycle(_ chunks: [UnsafeMutableRawPointer]) {
        state.withLock { state in
            state.free += chunks
            state.inUse -= chunks.count
        }
    }

    /// The most bytes that have been in use at a time.
    var peakBytes: Int { state.withLock { $0.peak } * limits.chunkBytes }
}
