internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension LoaderState {
    /// Processes the result of a job.
    mutating func finish(_ job: TileJob, _ result: TileResult, now: Double) {
        let key = job.key
        if let reading = job.reading {
            // What was cancelled may arrive nevertheless.
            guard requests[key]?.reading?.number == reading else { return }
            requests[key]?.reading = nil
        }
        guard let request = requests[key] else { preconditionFailure("a finished job has a pending request") }
        requests[key]?.since = now
        if let stamp = result.stamp {
            requests[key]?.stamp = stamp
        }
        recordCompletion(job, seconds: now - request.since, isFromMainThread: result.isFromMainThread)
        if request.isOutdated {
            return finishOutdated(key, request, job)
        }
        switch result.outcome {
        case .bytes(let tile): finishRead(key, request, tile)
        case .loaded(let contents): finishDecode(key, request, contents, stamp: result.stamp ?? request.stamp)
        case .absent: finishAbsent(key, now: now)
        case .failed(let reason, let isTransient):
            fail(key, request, reason: reason, isTransient: isTransient, now: now)
        }
    }

    /// Updates the counters for a finished job, and releases the room reserved for its pixels.
    private mutating func recordCompletion(_ job: TileJob, seconds: Double, isFromMainThread: Bool) {
        if job.reading == nil { busyWorkers -= 1 }
        if case .read = job.kind {
            latency.read.record(seconds)
            statistics.reads += 1
            statistics.mainThreadReads += isFromMainThread ? 1 : 0
        } else {
            latency.decode.record(seconds)
            if case .map = job.kind {
                statistics.maps += 1
                statistics.mainThreadReads += isFromMainThread ? 1 : 0
            } else {
                statistics.decodes += 1
                statistics.mainThreadDecodes += isFromMainThread ? 1 : 0
            }
            if case .decode(let tile) = job.kind {
                statistics.heldBytes -= tile.bytes.count
            }
            cache.state.withLock { $0.cancelReservation(for: job.key) }
        }
    }

    private mutating func finishRead(_ key: TileKey, _ request: PendingRequest, _ tile: EncodedTile) {
        statistics.readBytes += tile.bytes.count
        apply(.bytesArrived(tile), to: key)
        guard request.priority != nil else {
            statistics.droppedBeforeDecode += 1
            return events.emit(.cancelled, about: key)
        }
        statistics.heldBytes += tile.bytes.count
        enqueue(key)
    }

    /// Inserts pixels or samples into the cache, even if the tile is no longer requested: the work is done, and there is room.
    private mutating func finishDecode(
        _ key: TileKey, _ request: PendingRequest, _ contents: TileContents, stamp: TileStamp?
    ) {
        apply(.pixelsArrived, to: key)
        availability.failures[key] = nil
        if let old = cache.tile(key), !old.isOutdated {
            statistics.duplicates += 1
        }
        cache.state.withLock {
            $0.insert(
                contents, for: key, of: request.rankedRequest.image, generation: request.generation, stamp: stamp)
        }
        events.emit(.loaded, about: key)
        if request.priority == nil {
            statistics.droppedBeforeDelivery += 1
        } else {
            statistics.delivered += 1
            notifyFeeds(requesting: key)
        }
    }

    private mutating func finishAbsent(_ key: TileKey, now: Double) {
        apply(.wasAbsent, to: key)
        availability.recordAbsent(key)
        statistics.absent += 1
        events.emit(.absent, about: key)
        notifyFeeds(requesting: key)
        requestFallbackTiles(for: key, now: now)
    }

    /// Records a failure; tiles that are still requested are retried if it is transient.
    private mutating func fail(
        _ key: TileKey, _ request: PendingRequest, reason: String, isTransient: Bool, now: Double
    ) {
        statistics.failures += 1
        let tries = (availability.failures[key]?.tries ?? 0) + 1
        guard request.priority != nil, isTransient, tries <= retry.delays.count else {
            apply(.failed(retryTime: nil), to: key)
            availability.failures[key] =
                request.priority == nil ? nil : TileAvailability.Failure(reason: reason, tries: tries)
            events.emit(.failed(reason: reason, retryDelay: nil), about: key)
            notifyFeeds(requesting: key)
            return requestFallbackTiles(for: key, now: now)
        }
        let delay = retry.delays[tries - 1]
        availability.failures[key] = TileAvailability.Failure(reason: reason, tries: tries, retryTime: now + delay)
        apply(.failed(retryTime: now + delay), to: key)
        events.emit(.failed(reason: reason, retryDelay: delay), about: key)
    }

    /// Discards the result for a tile that was invalidated while its job was in flight, and loads it again.
    private mutating func finishOutdated(_ key: TileKey, _ request: PendingRequest, _ job: TileJob) {
        if case .read = job.kind {
            statistics.droppedBeforeDecode += 1
        } else {
            statistics.droppedBeforeDelivery += 1
        }
        apply(.wasOutdated, to: key)
        guard request.priority != nil else { return events.emit(.cancelled, about: key) }
        requests[key]?.isOutdated = false
        enqueue(key)
    }

    /// Adds a tile that is ready for its next job to the queue of such jobs.
    private mutating func enqueue(_ key: TileKey) {
        guard let request = requests[key], let priority = request.priority else { return }
        if request.canBeRead {
            toRead.insert(key, priority)
        } else {
            toDecode.insert(key, priority)
        }
    }

    /// Notifies the feeds that request a tile once the lock is released.
    private mutating func notifyFeeds(requesting key: TileKey) {
        for feed in feeds.values where feed.image.id == key.image && feed.requested.contains(key.index) {
            pendingNotifications.append(feed.onArrival)
        }
    }

    // MARK: Timers

    /// Returns the time of the next timer to set; nil if the current timer is early enough.
    mutating func nextTimer() -> Double? {
        guard !availability.failures.isEmpty else { return nil }
        let times = requests.values.compactMap { request in
            if case .waiting(let time) = request.stage { time } else { nil as Double? }
        }
        guard let next = times.min(), timerTime.map({ next < $0 }) ?? true else { return nil }
        timerTime = next
        return next
    }

    /// Queues the tiles whose retry time has come.
    mutating func fireTimer(now: Double) {
        timerTime = nil
        for (key, request) in requests {
            if case .waiting(let time) = request.stage, time <= now {
                apply(.retried, to: key)
                enqueue(key)
            }
        }
    }
}
