internal import TiledLayers

/// Loads tiles at once, on the thread that requests them, so that a demo's pictures are the same on every machine.
struct ImmediateTileExecutor: TileExecutor {
    func run(_ worker: TileWorker) { worker.runToEnd() }

    // Nothing fails here, so nothing is tried again later.
    func run(after seconds: Double, _ action: @escaping @Sendable () -> Void) {}
}
