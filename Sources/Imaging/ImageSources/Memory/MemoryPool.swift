internal import Concurrency

/// A limited number of blocks of memory of one size, which are recycled.
///
/// Safe to use from any thread.
package final class MemoryPool: Sendable {
    private struct State {
        var free: [UnsafeMutableRawPointer] = []
        var inUse = 0
        var peak = 0
    }

    /// The bytes of a block.
    package let blockBytes: Int
    private let limit: Int
    private let state = Locked(State())

    /// Creates a pool without memory, which is allocated as it is needed.
    ///
    /// - Parameters:
    ///   - blockBytes: the bytes of a block.
    ///   - limit: the most blocks in use at a time.
    package init(blockBytes: Int, limit: Int) {
        self.blockBytes = blockBytes
        self.limit = limit
    }

    deinit {
        state.withLock { state in
            for block in state.free {
                HeapMemory.free(block)
            }
        }
    }

    /// Returns `count` blocks; nil while so many would exceed the limit.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    package func take(_ count: Int) throws(OutOfMemory) -> [UnsafeMutableRawPointer]? {
        let recycled: [UnsafeMutableRawPointer]? = state.withLock { state in
            guard state.inUse + count <= limit else { return nil }
            state.inUse += count
            state.peak = max(state.peak, state.inUse)
            let blocks = Array(state.free.suffix(count))
            state.free.removeLast(blocks.count)
            return blocks
        }
        guard var blocks = recycled else { return nil }
        do {
            while blocks.count < count {
                blocks.append(try HeapMemory.allocate(blockBytes))
            }
        } catch {
            recycle(blocks)
            state.withLock { $0.inUse -= count - blocks.count }
            throw error
        }
        return blocks
    }

    /// Takes blocks back.
    package func recycle(_ blocks: [UnsafeMutableRawPointer]) {
        state.withLock { state in
            state.free += blocks
            state.inUse -= blocks.count
        }
    }

    /// The most bytes in use at a time that are allowed.
    package var limitBytes: Int { limit * blockBytes }

    /// The most bytes that have been in use at a time.
    package var peakBytes: Int { state.withLock { $0.peak } * blockBytes }
}
