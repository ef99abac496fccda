internal import LayerTree
internal import TilePyramid

/// What a tile loader consists of: who wants what, and how far it is.
struct LoaderState {
    /// A tile that is wanted and not there, or that work is under way for.
    struct PendingRequest {
        let rankedRequest: RankedRequest
        var stage = Stage.queued
        /// How urgently it is wanted; nil when it no longer is.
        var priority: TilePriority?
        /// How often the image had been invalidated when the tile was begun.
        var generation = 0
        /// Whether the tile has been invalidated since it was begun, so that what comes of it is of no use.
        var isOutdated = false
        /// When it reached its stage.
        var since: Double

        /// Whether a worker has it.
        var isInFlight: Bool {
            switch stage {
            case .reading, .decoding: true
            case .queued, .waiting, .read: false
            }
        }

        /// Whether its bytes can be read now.
        var canBeRead: Bool {
            if case (.queued, .stored) = (stage, rankedRequest.image.tiles) { true } else { false }
        }

        /// Whether its pixels can be made now.
        var canBeDecoded: Bool {
            switch (stage, rankedRequest.image.tiles) {
            case (.read, _), (.queued, .drawn): true
            case (.queued, .stored), (.waiting, _), (.reading, _), (.decoding, _): false
            }
        }
    }

    /// How far a request is.
    enum Stage {
        case queued
        /// It has failed and is tried again at a time.
        case waiting(until: Double)
        case reading
        case read(EncodedTile)
        case decoding
    }

    /// A tile that could not be loaded.
    struct Failure {
        var reason: String
        var tries: Int
        /// When it is tried again; nil for not before it is seen anew.
        var retryTime: Double?
    }

    /// A layer's side.
    struct Feed {
        let image: TiledImage
        var plan: TilePlan?
        /// The tiles of the plan, and what stands in for those of them that are absent.
        var requested: Set<TileIndex> = []
        /// News that has not been taken; at most one for each of these.
        var arrivals: [TileArrival] = []
        var isNotified = false
        let onReady: @Sendable () -> Void
    }

    let concurrency: TileLoaderConcurrency
    let retry: TileRetryPolicy
    let cache: TileCache
    let events: TileEventHub

    var statistics = TileLoaderStatistics()
    var feeds: [Int: Feed] = [:]
    var lastFeed = 0
    var requests: [TileKey: PendingRequest] = [:]
    /// What can be read, and what can be decoded or drawn.
    var toRead = PriorityQueue()
    var toDecode = PriorityQueue()
    var failures: [TileKey: Failure] = [:]
    /// Tiles that are known not to exist; as many as ``absentLimit``.
    var absent: Set<TileKey> = []
    /// Whether there is no room for some of what is wanted.
    var isDemandTruncated = false
    /// How often each image has been invalidated.
    var generations: [TiledImage.ID: Int] = [:]

    /// Requests that are being read, that have been read, that are being decoded.
    var reading = 0, read = 0, decoding = 0
    /// How long these steps take.
    var latency = LoadLatency()
    /// Workers that have been started and have not ended, and those among them that have work in hand.
    var workers = 0, busyWorkers = 0
    /// When the earliest timer goes off.
    var timerTime: Double?
    /// Whom to tell that there is news.
    var pendingNotifications: [@Sendable () -> Void] = []

    /// So many absent tiles are remembered before all are forgotten, which only makes them be asked for again.
    static let absentLimit = 65536

    init(concurrency: TileLoaderConcurrency, retry: TileRetryPolicy, cache: TileCache, events: TileEventHub) {
        self.concurrency = concurrency
        self.retry = retry
        self.cache = cache
        self.events = events
    }
}
