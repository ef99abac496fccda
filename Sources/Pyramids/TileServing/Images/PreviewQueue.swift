internal import Concurrency
internal import Dispatch

/// Makes previews of large images in the background, a few at a time, in the order in which they were requested.
///
/// Previews are made before images are cut, and meanwhile: a preview takes a fraction of the time, because nothing is encoded.
final class PreviewQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var running = 0
    }

    /// The previews that are made at a time: one is decoded by a single thread, or holds an image that cannot be decoded by rows.
    static let width = 2
    /// The most previews that wait.
    static let limit = 1000

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "TileServing.previews", qos: .userInitiated, attributes: .concurrent)
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
        let (isAdded, starts) = state.withLock { state in
            guard state.waiting.count < Self.limit else { return (false, false) }
            state.waiting.append(work)
            guard state.running < Self.width else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        // The queue is not held, so that the last reference to it ends what runs.
        if starts { queue.async { [state] in Self.run(state) } }
        return isAdded
    }

    private static func run(_ state: Locked<State>) {
        while true {
            let work = state.withLockAndNotify { state -> (@Sendable () -> Void)? in
                guard !state.waiting.isEmpty else {
                    state.running -= 1
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
                state.wait { $0.running == 0 ? () : nil }
                continuation.resume()
            }
        }
    }
}
