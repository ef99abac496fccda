internal import Concurrency
internal import Networking

/// An attempt to read something from a file over the network with what has been read of it already, without waiting.
final class RangeAttempt: Sendable {
    /// Some bytes have not been read yet.
    struct BytesMissing: Error {}

    private struct State {
        /// The blocks that were read for this attempt and those before it, even if other caches drop them.
        var blocks: RemoteBlocks
        var missing: [Range<Int>] = []
        var announced: [Range<Int>] = []
    }

    private let state: Locked<State>

    /// The attempt that the calling thread makes; nil if there is none.
    @TaskLocal static var current: RangeAttempt?

    /// Creates an attempt with the blocks that were read for the one before.
    init(_ blocks: RemoteBlocks) {
        state = Locked(State(blocks: blocks))
    }

    /// The blocks of all ranges that were read.
    var blocks: RemoteBlocks { state.withLock(\.blocks) }

    /// The ranges to read before the next attempt: none if this one could read all that it needed.
    var missing: [Range<Int>] {
        state.withLock { $0.missing.isEmpty ? [] : $0.missing + $0.announced }
    }

    /// Notes that a range will be needed, so that it is read together with what is missing.
    func announce(_ range: Range<Int>) {
        state.withLock { $0.announced.append(range) }
    }

    /// The blocks of a range.
    ///
    /// - Throws: ``BytesMissing`` when some have not been read.
    func blocks(of range: Range<Int>, in file: RemoteFile) throws -> RemoteBlocks {
        if let blocks = state.withLock({ $0.blocks.contains(range) ? $0.blocks : nil }) { return blocks }
        if let blocks = file.blocksInMemory(range) {
            state.withLock { $0.blocks.merge(blocks) }
            return blocks
        }
        state.withLock { $0.missing.append(range) }
        throw BytesMissing()
    }
}
