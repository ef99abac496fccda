internal import LayerTree
internal import TilePyramid

/// Fallback tiles for tiles that do not exist, as in sparse pyramids and in images still being cut, or failed for good.
extension LoaderState {
    /// Returns the tiles to load for some tiles: each tile itself unless it is known to be absent, and for those that
    /// are absent or failed for good the finest loadable tiles that show the same part of the image.
    ///
    /// - Complexity: O(tiles · levels) if all are absent.
    func fallbackTiles(for indices: [TileIndex], of image: TiledImage) -> Set<TileIndex> {
        let pyramid = image.pyramid
        var (found, left) = (Set<TileIndex>(), Set(indices))
        while let index = left.popFirst() {
            let key = TileKey(image: image.id, index: index)
            if !absent.contains(key) {
                found.insert(index)
                guard failures[key].map({ $0.retryTime == nil }) ?? false else { continue }
            }
            if index.level > pyramid.presentLevels.lowerBound {
                left.formUnion(pyramid.tiles(of: index.level - 1, in: pyramid.imageRect(of: index)).indices)
            }
        }
        return found
    }

    /// Records that a tile does not exist, and requests its fallback tiles.
    mutating func recordAbsent(_ key: TileKey, now: Double) {
        if absent.count >= Self.absentLimit {
            absent = []
        }
        absent.insert(key)
        requestFallbackTiles(for: key, now: now)
    }

    /// Requests the fallback tiles of a tile that will not arrive.
    mutating func requestFallbackTiles(for key: TileKey, now: Double) {
        var isNew = false
        for (number, feed) in feeds where feed.image.id == key.image && feed.requested.contains(key.index) {
            let requested = feed.requested.union(fallbackTiles(for: [key.index], of: feed.image))
            isNew = isNew || requested.count > feed.requested.count
            feeds[number]?.requested = requested
        }
        // If the demand was truncated, the room reserved for the tile is free for others now.
        if isNew || isDemandTruncated {
            reschedule(now: now)
        }
    }

    /// Forgets that tiles are absent, and requests those in demand.
    ///
    /// Nil stands for all tiles of the image.
    mutating func retryAbsentTiles(_ indices: [TileIndex]?, of image: TiledImage, now: Double) {
        let keys = indices.map { Set($0.map { TileKey(image: image.id, index: $0) }) }
        func isHit(_ key: TileKey) -> Bool { keys?.contains(key) ?? (key.image == image.id) }
        let absentBefore = absent.count
        if let keys { absent.subtract(keys) } else { absent = absent.filter { !isHit($0) } }
        let isChanged = absent.count < absentBefore
        // A read in flight may have looked for the tile just before it appeared.
        for (key, request) in requests where request.isInFlight && isHit(key) {
            requests[key]?.isOutdated = true
        }
        guard isChanged else { return }
        for (number, feed) in feeds where feed.image.id == image.id {
            let found = fallbackTiles(for: feed.plan?.requests.map(\.index) ?? [], of: image)
            feeds[number]?.requested.formUnion(found)
        }
        reschedule(now: now)
    }
}
