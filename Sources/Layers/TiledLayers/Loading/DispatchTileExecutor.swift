public import Dispatch
internal import Concurrency

/// Runs workers on Dispatch queues.
///
/// Each running worker has its own serial queue. A serial queue gets a thread at once, even if many others are blocked. A
/// concurrent queue on Linux starts with one thread per processor and adds one per second. On 2 processors, 16 reads of 0.1 s
/// take 0.10 s on serial queues and 0.61 s on a concurrent queue.
public final class DispatchTileExecutor: TileExecutor {
    private struct State {
        var idle: [DispatchQueue] = []
        var queues = 0
    }
    private let state = Locked(State())
    /// The priority of the queues.
    public let qualityOfService: DispatchQoS

    /// Creates an executor.
    ///
    /// - Parameter qualityOfService: the priority of the queues. The default is ``Dispatch/DispatchQoS/utility``, below all
    ///   work that a user waits for.
    public init(qualityOfService: DispatchQoS = .utility) {
        self.qualityOfService = qualityOfService
    }

    /// Runs a worker on a queue that no other worker uses.
    public func run(_ worker: TileWorker) {
        let queue = state.withLock { state in
            if let queue = state.idle.popLast() { return queue }
            state.queues += 1
            return DispatchQueue(label: "TiledLayers.load.\(state.queues)", qos: qualityOfService)
        }
        queue.async { [self] in
            worker.runToEnd()
            state.withLock { $0.idle.append(queue) }
        }
    }

    /// Runs an action once after a delay in seconds.
    public func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: qualityOfService.qosClass).asyncAfter(deadline: .now() + seconds, execute: action)
    }
}
