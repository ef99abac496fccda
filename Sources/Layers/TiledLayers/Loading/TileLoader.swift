internal import Concurrency
public import LayerTree
public import TilePyramid
public import VectorDrawing

/// Loads the tiles that layers request, the most urgent first, on background queues.
///
/// Layers that share a loader share its workers, its cache and its cost limit, and each tile is loaded once for all of them.
/// Each layer has a ``TileFeed``. Create a loader yourself to share it, to set its limits, or to observe it.
///
/// - The demand may change at any time. A free worker takes the tile that is most urgent at that time.
/// - Loading of a tile that is no longer requested stops before the next step: reading, decoding or delivery.
/// - A failed tile is retried after a delay. After too many failures it is not retried until it has been out of view.
/// - No thread waits: the main thread does not wait for tiles, and workers do not wait for each other. A read that hangs takes
///   up one of the reads that ``TileLoaderConcurrency`` allows.
///
/// All members may be used from any thread.
public final class TileLoader: Sendable, TileChangeObserver {
    /// The cache of decoded tiles.
    public let cache: TileCache
    private let executor: any TileExecutor
    private let clock: any LayerClock
    private let events: TileEventHub
    private let state: Locked<LoaderState>

    /// Creates a loader with an empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: the maximum bytes of decoded pixels, including tiles being decoded. The default is 256 MiB, or
    ///     1024 tiles of 256×256 pixels.
    ///   - concurrency: the number of reads and decodes at once.
    ///   - retry: the retries of failed tiles.
    ///   - clock: the source of times. The default is the system's clock.
    ///   - executor: the executor of the workers. The default is Dispatch queues.
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
        MemoryWarnings.shared.register(self)
    }

    /// The maximum bytes of decoded pixels.
    ///
    /// A lower limit takes effect at once, except for tiles being decoded, which are counted until they are finished.
    public var costLimit: Int {
        get { cache.statistics.costLimit }
        set {
            change { state, now in
                cache.state.withLock { $0.setCostLimit(newValue) }
                state.schedule(now: now)
            }
        }
    }

    /// A snapshot of the loader's counters.
    public var statistics: TileLoaderStatistics { state.withLock { $0.statistics } }

    /// The measured rate at which a moving view can get tiles; nil until a tile has been decoded.
    ///
    /// It says what the loader can do, not what it does: it does not fall while nothing is requested.
    public var tileRate: TileRate? {
        state.withLock { state in
            let moving = state.feeds.values.count { $0.plan?.isMoving == true }
            return state.latency.tileRate(state.concurrency, movingViews: moving)
        }
    }

    /// Returns a stream of all further events of tiles.
    ///
    /// - Parameter limit: the number of events to buffer; beyond it the oldest are lost. The default is 4096.
    /// - Returns: the events in order.
    public func events(limit: Int = 4096) -> AsyncStream<TileEvent> { events.stream(limit: limit) }

    /// Retries all failed tiles in demand at once, for example when the network is available again.
    public func retryFailures() {
        change { $0.retryFailures(now: $1) }
    }

    /// The pending requests and their progress as text: a summary, then a line per tile, the most urgent first.
    public var queueDescription: String { state.withLock { $0.description(now: clock.now) } }
}

extension TileLoader: MemoryWarningObserver {
    /// Evicts every tile that is not visible; see ``TileCache/handleMemoryWarning()``.
    public func handleMemoryWarning() {
        cache.handleMemoryWarning()
    }
}

/// A layer's connection to a loader: it sets the demand for an image's tiles, and gives access to the arrived tiles.
///
/// ```swift
/// let feed = TileFeed(of: image, from: loader) { wakeTheLoop() }
/// var planner = TilePlanner()
/// // For each frame in which something has moved:
/// feed.setDemand(planner.plan(viewport, of: image.pyramid))
/// // To draw it:
/// let pixels = feed.tile(index)?.buffer
/// ```
///
/// The demand ends when the feed is deallocated. All members may be used from any thread.
public final class TileFeed: Sendable {
    /// The image.
    public let image: TiledImage
    /// The loader.
    public let loader: TileLoader
    /// The number of the feed in its loader.
    let number: Int

    /// Creates a feed without demand; layers that show the same image should share its loader.
    ///
    /// `onArrival` is called after a tile in demand has arrived, turned out to be absent, or failed for good. In place of an
    /// absent tile, the finest tiles that show the same part of the image are loaded, and reported too. `onArrival` is called
    /// on any thread, usually a worker's, and should only wake the drawing thread.
    public init(of image: TiledImage, from loader: TileLoader, onArrival: @escaping @Sendable () -> Void = {}) {
        self.image = image
        self.loader = loader
        number = loader.open(image, onArrival: onArrival)
    }

    deinit {
        loader.change { $0.close(feed: number, now: $1) }
    }

    /// Replaces the feed's demand.
    ///
    /// A tile in flight continues with its new priority. If it is no longer requested, its loading stops at the next step
    /// unless it is requested again before then.
    ///
    /// - Complexity: O(n log n) for the n requests of all feeds; O(n) if the plan has not changed.
    public func setDemand(_ plan: TilePlan) {
        precondition(
            plan.requests.allSatisfy { image.pyramid.contains($0.index) }, "a request is outside the pyramid")
        loader.setDemands([(self, plan)])
    }

    /// Returns a tile's pixels, or nil if the tile is not cached.
    public func tile(_ index: TileIndex) -> CachedTile? {
        loader.cache.tile(TileKey(image: image.id, index: index))
    }

    /// Returns the loading state of a tile.
    public func state(of index: TileIndex) -> TileState {
        loader.state(of: TileKey(image: image.id, index: index))
    }

    /// Reloads every tile that intersects a rectangle, in all layers that show the image through this loader.
    ///
    /// The old pixels stay until the new ones arrive. Results of loading that began earlier are discarded, and the
    /// loading restarts. A tile that is invalidated more often than it can be loaded keeps its old pixels.
    ///
    /// - Parameter rect: a rectangle in full-size pixels. The default is nil: the whole image.
    public func invalidate(_ rect: Rect? = nil) {
        loader.change { $0.invalidate(image, in: rect, now: $1) }
    }

    /// Reloads the cached tiles whose files have changed, in all layers that show the image through this loader.
    ///
    /// A worker compares each cached tile's ``TilePyramid/TileStamp`` with the source's; nothing is read for tiles that
    /// are unchanged. Tiles that were absent are looked up again. Sources without stamps find no change.
    public func revalidate() {
        loader.revalidate(image)
    }
}

// MARK: For feeds and workers

extension TileLoader {
    func open(_ image: TiledImage, onArrival: @escaping @Sendable () -> Void) -> Int {
        image.attach(self)
        return state.withLock { state in
            state.lastFeed += 1
            state.feeds[state.lastFeed] = LoaderState.Feed(image: image, onArrival: onArrival)
            return state.lastFeed
        }
    }

    /// Replaces the demand of several feeds at once.
    func setDemands(_ demands: [(feed: TileFeed, plan: TilePlan)]) {
        change { $0.setDemands(demands.map { ($0.feed.number, $0.plan) }, now: $1) }
    }

    func retryAbsentTiles(_ indices: [TileIndex]?, of image: TiledImage) {
        change { $0.retryAbsentTiles(indices, of: image, now: $1) }
    }

    func reloadTiles(_ indices: [TileIndex], of image: TiledImage) {
        change { $0.reload(indices, of: image, now: $1) }
    }

    /// Compares the stamps of an image's cached tiles with its source, on a worker, and reloads changed tiles.
    func revalidate(_ image: TiledImage) {
        guard let source = image.tiles.source else { return }
        executor.run(after: 0) { [self] in
            let cached = cache.state.withLock { $0.stamps(of: image.id) }
            // A file that cannot be looked up now is not known to have changed.
            let outdated = cached.filter { key, stamp in
                do { return try source.stamp(of: key.index) != stamp } catch { return false }
            }
            change { $0.reload(outdated, of: image, now: $1) }
            image.retryAbsentTiles()
        }
    }

    /// Starts the reading of a tile by its source.
    func beginReading(_ job: TileJob, from source: any AsynchronousTileSource) {
        let urgency = state.withLock { $0.requests[job.key]?.reading?.urgency ?? .visible }
        let handle = source.beginReading(job.index, urgency: urgency) { [self] result in
            change { $0.finish(job, TileResult(result), now: $1) }
        }
        if change({ state, _ in state.readingBegan(job, handle) }) { handle.cancel() }
    }

    func state(of key: TileKey) -> TileState { state.withLock { $0.state(of: key) } }

    /// Changes the state at the current time, then starts workers, sets timers and sends notifications as needed.
    func change<Result>(_ body: (inout LoaderState, Double) -> Result) -> Result {
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
