internal import Concurrency
internal import Networking
internal import TileContainers

/// The opening of a file over the network, by a thread that may block: what has to be ended when it is cancelled, and the
/// failure that readers may have taken for a damaged file.
final class RangedOpening: Sendable {
    private struct State {
        var isCancelled = false
        var failure: StoreError?
        var prefetches: [RemoteReading] = []
        var action: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// The opening that the calling thread carries out; nil if there is none.
    @TaskLocal static var current: RangedOpening?

    /// Adds a reading ahead.
    func add(_ reading: RemoteReading) {
        let isCancelled = state.withLock { state in
            state.prefetches.append(reading)
            return state.isCancelled
        }
        if isCancelled { reading.cancel() }
    }

    /// Sets the action that ends the present wait, in place of the action for the wait before.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.action = action
            return state.isCancelled
        }
        if isCancelled { action() }
    }

    /// Notes the failure of a request.
    func fail(_ error: StoreError) {
        state.withLock { $0.failure = $0.failure ?? error }
    }

    /// Ends all readings.
    func cancel() {
        let (prefetches, action) = state.withLock { state in
            state.isCancelled = true
            return (state.prefetches, state.action)
        }
        prefetches.forEach { $0.cancel() }
        action?()
    }

    /// Opens something on a thread of its own, which is blocked meanwhile.
    ///
    /// - Throws: what `open` throws; ``StoreError`` when a request has failed, even if a reader has gone on without it.
    static func run<Result: Sendable>(_ open: @escaping @Sendable () throws -> Result) async throws -> Result {
        let opening = RangedOpening()
        return try await runBlockingWork(label: "RemotePyramids.opening") { cancellation in
            cancellation.onCancel { opening.cancel() }
            return try $current.withValue(opening) {
                let result = Swift.Result { try open() }
                do {
                    if let failure = opening.state.withLock(\.failure) { throw failure }
                    return try result.get()
                } catch {
                    // What was read ahead is not needed.
                    opening.cancel()
                    throw error
                }
            }
        }
    }
}
