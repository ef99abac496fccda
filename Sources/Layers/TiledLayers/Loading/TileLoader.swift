public import LayerTree
internal import Concurrency
internal import TilePyramid

/// Loads the tiles that layers want, the most wanted first, on background queues.
///
/// Layers that share a loader share its workers, its cache and its limit, and no tile is loaded twice for them. A layer
/// has a ``TileFeed``; an app makes a loader when it wants limits of its own, or to look at what it does.
///
/// - What a layer wants can change at any time. A worker takes the tile that is wanted most at the moment it is free.
/// - Work that nobody wants any more stops before the tile is read, before it is decoded and before it is delivered.
/// - What has failed is tried again after some time. What has failed too often is left alone until it has been out of
///   sight.
/// - Nothing waits: no main thread for a tile, no worker for another one. A read that hangs costs one of the reads that
///   ``TileLoaderConcurrency`` allows.
///
/// Everything may be called from any thread.
public final class TileLoader: Sendable {
    /// The decoded tiles.
    public let cache: TileCache
    private let executor: any TileExecutor
    private let clock: any LayerClock
    private let events: TileEventHub
    private let state: Locked<LoaderState>

    /// A loader with an empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: the most bytes of decoded pixels, tiles that are just being decoded included; default 256 MiB,
    ///     1024 tiles of 256×256 pixels.
    ///   - concurrency: how much is done at a time.
    ///   - retry: how often and when failed tiles are tried again.
    ///   - clock: where the time comes from; default the system's clock.
    ///   - executor: what the workers run on; default Dispatch queues.
    public init(
        costLimit: Int = 256 << 20, concurrency: TileLoaderConcurrency = TileLoaderConcurrency(),
        retry: TileRetryPolicy = TileRetryPolicy(), clock: any LayerClock = SystemClock(),
        executor: any TileExecutor = DispatchTileExecutor()
    ) {
        let events = TileEventHub(clock: clock)
        let cache = TileCache(costLimit: costLimit) { events.emit(.evicted, about: $0) }
        self.cache = cache
        self.events = events
        self.clock = clock
        self.executor = executor
        state = Locked(LoaderState(concurrency: concurrency, retry: retry, cache: cache, events: events))
    }

    /// The most bytes of decoded pixels.
    ///
    /// A lower limit takes effect at once, for tiles that are being decoded when they are done.
    public var costLimit: Int {
        get { cache.statistics.costLimit }
        set {
            change { state, now in
                cache.setCostLimit(newValue)
                state.reschedule(now: now)
            }
        }
    }

    /// What it has done.
    public var statistics: TileLoaderStatistics { state.withLock { $0.statistics } }

    /// Tells all that happens to tiles from now on.
    ///
    /// - Parameter limit: so many events are kept until they are taken; the oldest ones are lost then. Default 4096.
    /// - Returns: the events, in the order in which things happen.
    public func events(limit: Int = 4096) -> AsyncStream<TileEvent> { events.stream(limit: limit) }

    /// Tries all failed tiles again that are wanted: after the network has come back, say.
    public func retryFailures() {
        change { $0.retryFailures(now: $1) }
    }

    /// Everything that is wanted and not there, with how far it is: a line for each tile, the most wanted first.
    public var queueDescription: String { state.withLock { $0.description(now: clock.now) } }
}

// MARK: For feeds

extension TileLoader {
    func open(_ image: TiledImage, onReady: @escaping @Sendable () -> Void) -> Int {
        image.attach(self)
        return state.withLock { state in
            state.lastFeed += 1
            state.feeds[state.lastFeed] = LoaderState.Feed(image: image, onReady: onReady)
            return state.lastFeed
        }
    }

    func close(feed: Int) {
        change { $0.close(feed: feed, now: $1) }
    }

    func setDemand(_ plan: TilePlan, feed: Int) {
        change { $0.schedule(plan, feed: feed, now: $1) }
    }

    func invalidate(_ image: TiledImage, in rect: Rect?) {
        change { $0.invalidate(image, in: rect, now: $1) }
    }

    func retryAbsentTiles(_ indices: [TileIndex]?, of image: TiledImage) {
        change { $0.retryAbsentTiles(indices, of: image, now: $1) }
    }

    func takeArrivals(feed: Int) -> [TileArrival] { state.withLock { $0.takeArrivals(feed: feed) } }

    func state(of key: TileKey) -> TileState { state.withLock { $0.state(of: key) } }
}

// MARK: For workers

extension TileLoader {
    func pick() -> TileJob? { change { $0.pick(now: $1) } }

    func finish(_ job: TileJob, _ result: TileResult) {
        change { $0.finish(job, result, now: $1) }
    }

    /// Changes the state, and then starts the workers and timers and tells the layers that the change calls for.
    private func change<Result>(_ body: (inout LoaderState, Double) -> Result) -> Result {
        let now = clock.now
        let (result, workers, timer, pendingNotifications) = state.withLock { state in
            let result = body(&state, now)
            defer { state.pendingNotifications = [] }
            return (result, state.startWorkers(), state.nextTimer(), state.pendingNotifications)
        }
        for _ in 0..<workers {
            executor.run(TileWorker(loader: self))
        }
        if let timer {
            executor.run(after: max(0, timer - now)) { [weak self] in
                self?.change { $0.fireTimer(now: $1) }
            }
        }
        pendingNotifications.forEach { $0() }
        return result
    }
}
