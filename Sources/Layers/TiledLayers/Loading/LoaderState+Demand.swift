internal import LayerTree
internal import TilePyramid

extension LoaderState {
    /// Replaces the demand of a feed.
    mutating func schedule(_ plan: TilePlan, feed id: Int, now: Double) {
        guard var feed = feeds[id], feed.plan != plan else { return }
        let requested = Set(plan.requests.map(\.index)).union(
            fallbackTiles(for: plan.requests.map(\.index), of: feed.image))
        feed.plan = plan
        feed.requested = requested
        feeds[id] = feed
        forgetFailures(now: now)
        reschedule(now: now)
    }

    /// Removes a feed.
    mutating func close(feed id: Int, now: Double) {
        feeds[id] = nil
        forgetFailures(now: now)
        reschedule(now: now)
    }

    /// Reloads every tile of an image that intersects a rectangle.
    ///
    /// Nil stands for the whole image.
    mutating func invalidate(_ image: TiledImage, in rect: Rect?, now: Double) {
        generations[image.id, default: 0] += 1
        cache.invalidate(image, in: rect)
        func isHit(_ key: TileKey) -> Bool { key.image == image.id && image.pyramid.shows(key.index, in: rect) }
        absent = absent.filter { !isHit($0) }
        failures = failures.filter { !isHit($0.key) }
        for (key, request) in requests where isHit(key) {
            switch request.stage {
            case .queued: break
            case .waiting: requests[key]?.stage = .queued
            case .reading, .decoding: requests[key]?.isOutdated = true
            case .read(let tile):
                requests[key]?.stage = .queued
                read -= 1
                statistics.heldBytes -= tile.bytes.count
                statistics.droppedBeforeDecode += 1
            }
        }
        reschedule(now: now)
    }

    /// Retries all failed tiles in demand at once.
    mutating func retryFailures(now: Double) {
        failures = [:]
        for (key, request) in requests {
            if case .waiting = request.stage {
                requests[key]?.stage = .queued
            }
        }
        reschedule(now: now)
    }

    /// Forgets the failures of tiles that are no longer requested.
    ///
    /// Requested again, they are retried, but not before their retry time.
    private mutating func forgetFailures(now: Double) {
        guard !failures.isEmpty else { return }
        let requested = Set(
            feeds.values.flatMap { feed in feed.requested.map { TileKey(image: feed.image.id, index: $0) } })
        failures = failures.filter { key, failure in
            requested.contains(key) || (failure.retryTime.map { $0 > now } ?? false)
        }
    }

    /// Brings the pending requests in line with the demand and the cache.
    mutating func reschedule(now: Double) {
        let (missing, isTruncated) = cache.pin(
            rankedRequests(), foci: feeds.values.compactMap { feed in feed.plan?.focus.map { (feed.image, $0) } })
        isDemandTruncated = isTruncated
        for key in requests.keys {
            requests[key]?.priority = nil
        }
        for rankedRequest in missing {
            if requests[rankedRequest.key] == nil {
                requests[rankedRequest.key] = PendingRequest(
                    rankedRequest: rankedRequest, stage: firstStage(of: rankedRequest.key), since: now)
                statistics.requested += 1
                events.emit(.requested(rankedRequest.priority.reason), about: rankedRequest.key)
            }
            requests[rankedRequest.key]?.priority = rankedRequest.priority
        }
        for (key, request) in requests where request.priority == nil && !request.isInFlight {
            drop(key)
        }
        toRead.replace(with: ranked { $0.canBeRead })
        toDecode.replace(with: ranked { $0.canBeDecoded })
    }

    private func ranked(_ isIncluded: (PendingRequest) -> Bool) -> [(priority: TilePriority, key: TileKey)] {
        requests.compactMap { key, request in
            isIncluded(request) ? request.priority.map { ($0, key) } : nil
        }
    }

    /// The requests of all feeds merged by priority, each tile once.
    ///
    /// Tiles that failed for good are left out; absent tiles are replaced by their fallback tiles.
    private func rankedRequests() -> [RankedRequest] {
        var ranked: [RankedRequest] = []
        for (number, feed) in feeds {
            for (rank, rankedRequest) in (feed.plan?.requests ?? []).enumerated() {
                let priority = TilePriority(reason: rankedRequest.reason, rank: rank, feed: number)
                for index in fallbackTiles(for: [rankedRequest.index], of: feed.image) {
                    let key = TileKey(image: feed.image.id, index: index)
                    guard failures[key].map({ $0.retryTime != nil }) ?? true else { continue }
                    let cost = feed.image.pyramid.cost(of: index)
                    ranked.append(RankedRequest(key: key, image: feed.image, cost: cost, priority: priority))
                }
            }
        }
        ranked.sort { $0.priority < $1.priority }
        var known: Set<TileKey> = []
        return ranked.filter { known.insert($0.key).inserted }
    }

    private func firstStage(of key: TileKey) -> Stage {
        failures[key]?.retryTime.map { .waiting(until: $0) } ?? .queued
    }

    /// Drops a request that no worker has begun or that waits to be decoded.
    private mutating func drop(_ key: TileKey) {
        guard let request = requests.removeValue(forKey: key) else { return }
        if case .read(let tile) = request.stage {
            read -= 1
            statistics.heldBytes -= tile.bytes.count
            statistics.droppedBeforeDecode += 1
        } else {
            statistics.droppedBeforeRead += 1
        }
        events.emit(.cancelled, about: key)
    }
}
