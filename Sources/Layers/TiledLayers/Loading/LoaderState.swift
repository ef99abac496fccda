internal import Concurrency
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
            case (.read, _), (.queued, .drawn), (.queued, .mapped), (.queued, .sampled): true
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

extension LoaderState {
    /// Returns the most urgent job that may begin.
    ///
    /// Returns nil if there is none; the calling worker then ends.
    mutating func pick(now: Double) -> TileJob? {
        let mayRead = reading + read < concurrency.reads && shouldRead
        if mayRead, toDecode.best.map({ best in toRead.best.map { $0 < best } ?? false }) ?? true {
            return begin(toRead.popFirst(), now: now)
        }
        if decoding < concurrency.decodes, let key = toDecode.first, let request = requests[key],
            let priority = request.priority,
            cache.state.withLock({ $0.reserve(request.rankedRequest.cost, for: key, priority: priority) })
        {
            return begin(toDecode.popFirst(), now: now)
        }
        if mayRead {
            return begin(toRead.popFirst(), now: now)
        }
        workers -= 1
        return nil
    }

    /// Whether a read should begin now: a decoder would otherwise idle, or the tile is more urgent than all tiles that wait to
    /// be decoded.
    ///
    /// Reading as late as possible makes the choice of the tile as current as possible.
    private var shouldRead: Bool {
        guard let next = toRead.best else { return false }
        if let best = toDecode.best, next < best { return true }
        guard let enough = latency.tilesInFlight(decoders: concurrency.decodes) else { return true }
        return reading + toDecode.count + decoding < enough
    }

    /// Returns the number of workers to start for the jobs that may begin.
    mutating func startWorkers() -> Int {
        let enough = latency.tilesInFlight(decoders: concurrency.decodes).map {
            $0 - reading - toDecode.count - decoding
        }
        let reads =
            shouldRead ? min(toRead.count, concurrency.reads - reading - read, max(1, enough ?? concurrency.reads)) : 0
        let decodes = min(toDecode.count, concurrency.decodes - decoding)
        let idle = workers - busyWorkers
        let started = min(max(0, reads) + max(0, decodes) - idle, concurrency.reads + concurrency.decodes - workers)
        workers += max(0, started)
        return max(0, started)
    }

    /// Begins a tile's next job.
    private mutating func begin(_ key: TileKey?, now: Double) -> TileJob? {
        guard let key, let request = requests[key] else { preconditionFailure("a queued tile has a pending request") }
        busyWorkers += 1
        requests[key]?.since = now
        let kind: TileJob.Kind
        if case .read(let bytes) = request.stage {
            kind = .decode(bytes)
        } else {
            switch request.rankedRequest.image.tiles {
            case .stored: kind = .read
            case .mapped: kind = .map
            case .drawn: kind = .draw
            case .sampled: kind = .sample
            }
            requests[key]?.generation = generations[key.image, default: 0]
            statistics.retries += availability.failures[key] == nil ? 0 : 1
            events.emit(.started, about: key)
        }
        if case .read = kind { apply(.readBegan, to: key) } else { apply(.decodeBegan, to: key) }
        var job = TileJob(image: request.rankedRequest.image, index: key.index, kind: kind)
        if case .read = kind, job.asynchronousSource != nil {
            lastReading += 1
            job.reading = lastReading
            requests[key]?.reading = PendingRequest.Reading(
                number: lastReading, urgency: request.priority?.urgency ?? .visible, handle: nil)
        }
        return job
    }
}
