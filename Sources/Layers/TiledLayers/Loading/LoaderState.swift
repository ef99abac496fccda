internal import LayerTree
internal import TilePyramid

/// The mutable state of a ``TileLoader``, guarded by its lock: the demand of all feeds and the progress of each
/// request.
struct LoaderState {
    /// A request for a tile that is not cached, or whose job is in flight.
    struct PendingRequest {
        let rankedRequest: RankedRequest
        var stage = LoadStage.queued
        /// The current priority; nil if the tile is no longer requested.
        var priority: TilePriority?
        /// The number of times the image had been invalidated when loading of the tile began.
        var generation = 0
        /// Whether the tile was invalidated after its job began, so that the result must be discarded.
        var isOutdated = false
        /// The reading, if the source of the tile reads without a worker and has begun.
        var reading: Reading?
        /// The stamp of the bytes that were read; nil if the source cannot tell.
        var stamp: TileStamp?
        /// The time at which the request entered its stage.
        var since: Double

        /// A tile that an ``TilePyramid/AsynchronousTileSource`` reads.
        struct Reading {
            /// The number of the job.
            var number: Int
            var urgency: TileUrgency
            /// The handle that cancels the reading; nil while the source is being asked to begin.
            var handle: (any TileReading)?
        }

        /// Whether a worker is reading, decoding or drawing the tile, or its source is reading it.
        var isInFlight: Bool {
            switch stage {
            case .reading, .decoding: true
            case .queued, .waiting, .read: false
            }
        }

        /// Whether the tile is ready to be read.
        var canBeRead: Bool {
            if case (.queued, .stored) = (stage, rankedRequest.image.tiles) { true } else { false }
        }

        /// Whether the tile is ready to be decoded or drawn.
        var canBeDecoded: Bool {
            switch (stage, rankedRequest.image.tiles) {
            case (.read, _), (.queued, .drawn), (.queued, .mapped): true
            case (.queued, .stored), (.waiting, _), (.reading, _), (.decoding, _): false
            }
        }
    }

    /// The loader's record of a ``TileFeed``.
    struct Feed {
        let image: TiledImage
        var plan: TilePlan?
        /// The tiles of the plan, and the fallback tiles of absent ones.
        var requested: Set<TileIndex> = []
        let onArrival: @Sendable () -> Void
    }

    let concurrency: TileLoaderConcurrency
    let retry: TileRetryPolicy
    let cache: TileCache
    let events: TileEventHub

    var statistics = TileLoaderStatistics()
    var feeds: [Int: Feed] = [:]
    var lastFeed = 0
    var lastReading = 0
    var requests: [TileKey: PendingRequest] = [:]
    /// Tiles ready to be read, and tiles ready to be decoded or drawn.
    var toRead = PriorityQueue()
    var toDecode = PriorityQueue()
    /// The tiles that are absent or failed.
    var availability = TileAvailability()
    /// Whether requests were cut off for lack of room in the cache.
    var isDemandTruncated = false
    /// The number of times each image has been invalidated.
    var generations: [TiledImage.ID: Int] = [:]

    /// The number of tiles being read, waiting to be decoded, and being decoded or drawn.
    private(set) var reading = 0, read = 0, decoding = 0
    /// The measured times of reads and decodes.
    var latency = LoadLatency()
    /// The number of running workers, and of workers with a job.
    var workers = 0, busyWorkers = 0
    /// The firing time of the earliest timer; nil if none is set.
    var timerTime: Double?
    /// The notifications of feeds and readings to send once the lock is released.
    var pendingNotifications: [@Sendable () -> Void] = []

    /// Brings a request to the stage that follows on an event, or removes it at the end, and counts the stages.
    mutating func apply(_ event: LoadStage.Event, to key: TileKey) {
        guard let request = requests[key],
            let transition = request.stage.transition(on: event, isRequested: request.priority != nil)
        else { preconditionFailure("the event does not happen in the stage of the tile") }
        count(request.stage, by: -1)
        switch transition {
        case .stage(let stage):
            count(stage, by: 1)
            requests[key]?.stage = stage
        case .end:
            requests[key] = nil
        }
    }

    private mutating func count(_ stage: LoadStage, by step: Int) {
        switch stage {
        case .reading: reading += step
        case .read: read += step
        case .decoding: decoding += step
        case .queued, .waiting: break
        }
    }
}
