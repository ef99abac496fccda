internal import Concurrency
internal import Glibc
internal import ImageMetadata

/// A decoder process for tiles, with the memory that it shares.
final class TileDecoderProcess {
    private let worker: DecoderWorker
    private(set) var memory: SharedMemory?

    /// The unit in which memory grows.
    private static let memoryUnit = 1 << 20

    /// Takes a process that has read nothing yet.
    init(_ worker: DecoderWorker) { self.worker = worker }

    /// False when the process has ended, or ends.
    var isConnected: Bool { worker.isConnected }

    /// Returns shared memory of at least some bytes, and whether the process has to be sent it.
    ///
    /// - Throws: ``CodecError`` if the system refuses it.
    func memory(of byteCount: Int, name: String) throws -> (memory: SharedMemory, isNew: Bool) {
        if let memory, memory.byteCount >= byteCount { return (memory, false) }
        // A quarter more, so that tiles that become larger little by little do not need memory each.
        let room = (byteCount + byteCount / 4) / Self.memoryUnit * Self.memoryUnit + Self.memoryUnit
        memory = nil
        guard let memory = SharedMemory(byteCount: room) else { throw CodecError.noMemoryForTile(name) }
        self.memory = memory
        return (memory, true)
    }

    /// Sends a request and receives its answer.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - memory: the memory, which is sent along if it is new.
    /// - Returns: the kind and the contents of the answer.
    /// - Throws: ``DecoderEnd``, `ProcessorTimeBudget.Exhausted`, and `CancellationError` when the work is cancelled.
    func answer(
        to request: TileRequest, _ memory: SharedMemory
    ) throws -> (kind: DecoderMessageKind, contents: [UInt8]) {
        try worker.charging(request.budget.seconds) {
            worker.send(.tile, request.message)
            if request.newMemory != nil { worker.send(descriptor: memory.descriptor) }
            return try worker.receive()
        }
    }
}

/// Decoder processes between two tiles.
enum IdleTileDecoders {
    /// The most processes that are kept.
    static let limit = 2 * Processors.count
    /// The most bytes of shared memory with which a process is kept.
    static let memoryLimit = 32 << 20

    // The guard of `@unchecked Sendable`: a process that is kept is used by no thread, and is taken out by one.
    private struct Kept: @unchecked Sendable {
        /// The processes with the numbers of their pyramids, the last one used at the end.
        var workers: [(number: UInt64, worker: TileDecoderProcess)] = []
    }

    private static let state = Locked(Kept())

    /// Takes a process that has decoded tiles of a pyramid; nil if there is none.
    static func take(_ number: UInt64) -> TileDecoderProcess? {
        let worker = state.withLock { kept in
            kept.workers.lastIndex { $0.number == number }.map { kept.workers.remove(at: $0).worker }
        }
        // The system may have ended it meanwhile, which says nothing of the tile.
        return worker.flatMap { $0.isConnected ? $0 : nil }
    }

    /// Keeps a process for the next tile of a pyramid, and ends the one that was used least recently if there are too many.
    static func keep(_ worker: TileDecoderProcess, for number: UInt64) {
        guard worker.memory?.byteCount ?? 0 <= memoryLimit else { return }
        // Released outside of the lock: that waits for the end of the process.
        _ = state.withLock { kept -> TileDecoderProcess? in
            kept.workers.append((number, worker))
            return kept.workers.count > limit ? kept.workers.removeFirst().worker : nil
        }
    }

    /// Ends the processes of a pyramid.
    static func end(_ number: UInt64) {
        _ = state.withLock { kept -> [TileDecoderProcess] in
            let ended = kept.workers.filter { $0.number == number }.map(\.worker)
            kept.workers.removeAll { $0.number == number }
            return ended
        }
    }
}
