internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension LoaderState {
    /// Replaces the demand of feeds.
    mutating func setDemands(_ demands: [(feed: Int, plan: TilePlan)], now: Double) {
        var isChanged = false
        for (id, plan) in demands {
            guard let feed = feeds[id], feed.plan != plan else { continue }
            let indices = plan.requests.map(\.index)
            feeds[id]?.plan = plan
            feeds[id]?.requested = Set(indices).union(availability.fallbackTiles(for: indices, of: feed.image))
            isChanged = true
        }
        guard isChanged else { return }
        forgetFailures(now: now)
        schedule(now: now)
    }

    /// Removes a feed.
    mutating func close(feed id: Int, now: Double) {
        let feed = feeds.removeValue(forKey: id)
        guard feed?.plan?.requests.isEmpty == false else { return }
        forgetFailures(now: now)
        schedule(now: now)
    }

    /// Forgets the failures of tiles that are no longer requested.
    ///
    /// Requested again, they are retried, but not before their retry time.
    private mutating func forgetFailures(now: Double) {
        guard !availability.failures.isEmpty else { return }
        let requested = Set(
            feeds.values.flatMap { feed in feed.requested.map { TileKey(image: feed.image.id, index: $0) } })
        availability.failures = availability.failures.filter { key, failure in
            requested.contains(key) || (failure.retryTime.map { $0 > now } ?? false)
        }
    }

    /// Plans the demand of all feeds, pins it in the cache, and brings the pending requests in line with both.
    mutating func schedule(now: Double) {
        let planner = DemandPlanner(costLimit: cache.statistics.costLimit, availability: availability)
        let demand = planner.demand(
            of: feeds.compactMap { number, feed in
                feed.plan.map { DemandPlanner.FeedDemand(feed: number, image: feed.image, plan: $0) }
            })
        let missing = cache.state.withLock { cache in
            cache.pin(demand)
            return cache.missing(of: demand.requests)
        }
        isDemandTruncated = demand.isTruncated
        for key in requests.keys {
            requests[key]?.priority = nil
        }
        for request in missing {
            if requests[request.key] == nil {
                requests[request.key] = PendingRequest(
                    rankedRequest: request, stage: firstStage(of: request.key), since: now)
                statistics.requested += 1
                events.emit(.requested(request.priority.reason), about: request.key)
            }
            requests[request.key]?.priority = request.priority
        }
        for (key, request) in requests where request.priority == nil && !request.isInFlight {
            withdraw(key, request)
        }
        updateReadings()
        toRead.replace(with: ranked { $0.canBeRead })
        toDecode.replace(with: ranked { $0.canBeDecoded })
    }

    private func ranked(_ isIncluded: (PendingRequest) -> Bool) -> [(priority: TilePriority, key: TileKey)] {
        requests.compactMap { key, request in
            isIncluded(request) ? request.priority.map { ($0, key) } : nil
        }
    }

    private func firstStage(of key: TileKey) -> LoadStage {
        availability.failures[key]?.retryTime.map { .waiting(until: $0) } ?? .queued
    }

    /// Drops a request that no worker has begun or that waits to be decoded.
    private mutating func withdraw(_ key: TileKey, _ request: PendingRequest) {
        if case .read(let tile) = request.stage {
            discard(tile)
        } else {
            statistics.droppedBeforeRead += 1
        }
        apply(.withdrawn, to: key)
        events.emit(.cancelled, about: key)
    }

    /// Counts the bytes of a tile that will not be decoded.
    private mutating func discard(_ tile: EncodedTile) {
        statistics.heldBytes -= tile.bytes.count
        statistics.droppedBeforeDecode += 1
    }
}

// MARK: Tiles that change

extension LoaderState {
    /// Reloads every tile of an image that intersects a rectangle.
    ///
    /// Nil stands for the whole image.
    mutating func invalidate(_ image: TiledImage, in rect: Rect?, now: Double) {
        invalidate(image, now: now) { $0.image == image.id && image.pyramid.shows($0.index, in: rect) }
    }

    /// Reloads the tiles of an image that still have the stamps that were found to be outdated.
    mutating func reload(_ outdated: [TileKey: TileStamp?], of image: TiledImage, now: Double) {
        let stamps = cache.state.withLock { $0.stamps(of: image.id) }
        let keys = Set(outdated.filter { stamps[$0.key] == $0.value }.keys)
        guard !keys.isEmpty else { return }
        invalidate(image, now: now, where: keys.contains)
    }

    /// Reloads tiles of an image, of all of its planes.
    mutating func reload(_ indices: [TileIndex], of image: TiledImage, now: Double) {
        let indices = Set(indices)
        invalidate(image, now: now) { $0.image.isOfSameImage(as: image.id) && indices.contains($0.index) }
    }

    private mutating func invalidate(_ image: TiledImage, now: Double, where isHit: (TileKey) -> Bool) {
        generations[image.id, default: 0] += 1
        cache.state.withLock { $0.invalidate(where: isHit) }
        availability.forget(where: isHit)
        for (key, request) in requests where isHit(key) {
            requests[key]?.isOutdated = request.isInFlight
            if case .read(let tile) = request.stage {
                discard(tile)
            }
            apply(.invalidated, to: key)
        }
        schedule(now: now)
    }

    /// Retries all failed tiles in demand at once.
    mutating func retryFailures(now: Double) {
        availability.failures = [:]
        for key in requests.keys {
            apply(.retried, to: key)
        }
        schedule(now: now)
    }

    /// Requests the fallback tiles of a tile that will not arrive.
    mutating func requestFallbackTiles(for key: TileKey, now: Double) {
        var isNew = false
        for (number, feed) in feeds where feed.image.id == key.image && feed.requested.contains(key.index) {
            let requested = feed.requested.union(availability.fallbackTiles(for: [key.index], of: feed.image))
            isNew = isNew || requested.count > feed.requested.count
            feeds[number]?.requested = requested
        }
        // If the demand was truncated, the room reserved for the tile is free for others now.
        if isNew || isDemandTruncated {
            schedule(now: now)
        }
    }

    /// Forgets that tiles are absent, and requests those in demand.
    ///
    /// Nil stands for all tiles of the image.
    mutating func retryAbsentTiles(_ indices: [TileIndex]?, of image: TiledImage, now: Double) {
        let keys = indices.map { Set($0.map { TileKey(image: image.id, index: $0) }) }
        let isChanged = availability.forgetAbsent(keys, of: image.id)
        // A read in flight may have looked for the tile just before it appeared.
        for (key, request) in requests where request.isInFlight && (keys?.contains(key) ?? (key.image == image.id)) {
            requests[key]?.isOutdated = true
        }
        guard isChanged else { return }
        for (number, feed) in feeds where feed.image.id == image.id {
            let indices = feed.plan?.requests.map(\.index) ?? []
            feeds[number]?.requested.formUnion(availability.fallbackTiles(for: indices, of: image))
        }
        schedule(now: now)
    }
}
