import Concurrency

@testable import TiledLayers

/// Runs the workers of a loader on the test's thread, at the moment that the test chooses.
final class HeldTileExecutor: TileExecutor {
    private struct State {
        var deliversAtOnce = false
        var workers: [TileWorker] = []
    }
    private let state = Locked(State())

    /// Whether tiles are loaded and delivered while they are being requested; the default is false.
    var deliversAtOnce: Bool {
        get { state.withLock { $0.deliversAtOnce } }
        set { state.withLock { $0.deliversAtOnce = newValue } }
    }

    /// Loads and delivers all tiles that have been requested.
    func deliver() {
        while let worker = state.withLock({ $0.workers.popLast() }) {
            worker.runToEnd()
        }
    }

    func run(_ worker: TileWorker) {
        state.withLock { $0.workers.append(worker) }
        if deliversAtOnce { deliver() }
    }

    func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {}
}
