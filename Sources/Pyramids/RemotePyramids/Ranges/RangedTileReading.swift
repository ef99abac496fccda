internal import Concurrency
internal import Dispatch
internal import FilePyramids
internal import Networking
internal import TileContainers
internal import TilePyramid

/// The reading of a tile from a file over the network: attempts on a queue, and readings of what they lack between them.
final class RangedTileReading: TileReading {
    typealias Completion = @Sendable (Result<EncodedTile?, any Error>) -> Void

    private struct State {
        var isCancelled = false
        var urgency: TileUrgency
        var reading: RemoteReading?
        var attempts = 0
    }

    private let source: any PyramidSource
    private let file: NetworkFile
    private let index: TileIndex
    private let queue: DispatchQueue
    private let completion: Completion
    private let state: Locked<State>

    /// The most attempts for a tile: a pyramid has its entry in one directory of another, and then its bytes.
    private static let attemptLimit = 16

    init(
        _ index: TileIndex, of source: any PyramidSource, in file: NetworkFile, on queue: DispatchQueue,
        _ urgency: TileUrgency, _ completion: @escaping Completion
    ) {
        self.index = index
        self.source = source
        self.file = file
        self.queue = queue
        self.completion = completion
        state = Locked(State(urgency: urgency))
    }

    /// Begins with an attempt on the queue.
    func begin() {
        queue.async { self.attempt(RemoteBlocks()) }
    }

    private func attempt(_ blocks: RemoteBlocks) {
        let (isCancelled, attempts) = state.withLock { state in
            state.attempts += 1
            return (state.isCancelled, state.attempts)
        }
        guard !isCancelled else { return }
        let attempt = RangeAttempt(blocks)
        let result = RangeAttempt.$current.withValue(attempt) { Result { try source.read(index) } }
        let missing = attempt.missing
        guard !missing.isEmpty else { return finish(result) }
        guard attempts < Self.attemptLimit else {
            return finish(.failure(StoreError.damagedFile(file.path, "tile \(index) is scattered over all of it")))
        }
        let kept = attempt.blocks
        let priority = state.withLock(\.urgency).priority
        let reading = file.remote.beginReading(missing, priority: priority) { [self] result in
            switch result {
            case .success(let new):
                var blocks = kept
                blocks.merge(new)
                queue.async { [blocks] in self.attempt(blocks) }
            case .failure(let error): finish(.failure(StoreError(error, file.path)))
            }
        }
        let (isLate, now) = state.withLock { state in
            state.reading = reading
            return (state.isCancelled, state.urgency.priority)
        }
        if isLate { reading.cancel() }
        if now != priority { reading.setPriority(now) }
    }

    private func finish(_ result: Result<EncodedTile?, any Error>) {
        guard !state.withLock(\.isCancelled) else { return }
        completion(result)
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.reading
        }?.cancel()
    }

    func setUrgency(_ urgency: TileUrgency) {
        state.withLock { state in
            state.urgency = urgency
            return state.reading
        }?.setPriority(urgency.priority)
    }
}

extension TileUrgency {
    /// The urgency of the requests.
    var priority: HTTPPriority { self == .visible ? .visible : .lookAhead }
}
