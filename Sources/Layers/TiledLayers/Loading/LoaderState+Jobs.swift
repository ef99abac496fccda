internal import Concurrency
internal import LayerTree
internal import TilePyramid

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
