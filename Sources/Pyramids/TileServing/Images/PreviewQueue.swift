internal import Concurrency
internal import Dispatch

/// Makes previews of large images in the background, a few at a time, in the order in which they were requested.
///
/// Previews are made before images are cut, and meanwhile: a preview takes a fraction of the time, because nothing is encoded.
final class PreviewQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        /// The lanes on which previews are made.
        var running: Set<Int> = []
    }

    /// The previews made at a time: a single thread decodes each, and may hold an image that cannot be decoded by rows.
    static let width = 2
    /// The most previews that wait.
    static let limit = 1000

    private let state = Locked(State())
    /// Serial queues with a thread each: a concurrent queue would take the threads on which requests are answered.
    private let lanes = (0..<width).map { DispatchQueue(label: "TileServing.previews.\($0)", qos: .utility) }
    private let cancellation = Cancellation()

    /// Ends the previews that are being made.
    deinit { cancellation.cancel() }

    /// Makes a preview when it is its turn.
    ///
    /// - Parameters:
    ///   - make: makes it, and blocks until it is done.
    ///   - completion: called with the preview, or why there is none; not once the queue has ended.
    /// - Returns: whether the preview will be made; false if too many wait.
    func add<Preview: Sendable>(
        _ make: @escaping @Sendable () throws -> Preview,
        completion: @escaping @Sendable (Result<Preview, any Error>) -> Void
    ) -> Bool {
        let work: @Sendable () -> Void = { [cancellation] in
            guard !cancellation.isCancelled else { return }
            let result = Result { try Cancellation.$current.withValue(cancellation) { try make() } }
            guard !cancellation.isCancelled else { return }
            completion(result)
        }
        let (isAdded, lane) = state.withLock { state -> (Bool, Int?) in
            guard state.waiting.count < Self.limit else { return (false, nil) }
            state.waiting.append(work)
            let lane = lanes.indices.first { !state.running.contains($0) }
            if let lane { state.running.insert(lane) }
            return (true, lane)
        }
        // The object is not held, so that the last reference to it ends what runs.
        if let lane { lanes[lane].async { [state] in Self.run(state, lane) } }
        return isAdded
    }

    private static func run(_ state: Locked<State>, _ lane: Int) {
        while true {
            let work = state.withLockAndNotify { state -> (@Sendable () -> Void)? in
                guard !state.waiting.isEmpty else {
                    state.running.remove(lane)
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let work else { return }
            work()
        }
    }

    /// Waits until all previews are made, for tests.
    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "TileServing.idle").async { [state] in
                state.wait { $0.running.isEmpty ? () : nil }
                continuation.resume()
            }
        }
    }
}
