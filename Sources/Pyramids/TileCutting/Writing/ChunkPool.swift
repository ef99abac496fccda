internal import Concurrency

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
                chunk.deallocate()
            }
        }
    }

    /// Returns `count` chunks; nil while so many would exceed the limit.
    func take(_ count: Int) -> [UnsafeMutableRawPointer]? {
        let recycled: [UnsafeMutableRawPointer]? = state.withLock { state in
            guard state.inUse + count <= limits.chunkLimit else { return nil }
            state.inUse += count
            state.peak = max(state.peak, state.inUse)
            let chunks = Array(state.free.suffix(count))
            state.free.removeLast(chunks.count)
            return chunks
        }
        guard var chunks = recycled else { return nil }
        while chunks.count < count {
            chunks.append(.allocate(byteCount: limits.chunkBytes, alignment: 64))
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
