internal import LayerTree
internal import TilePyramid

/// Tiles that do not exist, or not yet: in sparse pyramids, and in images that are still being cut; and those that have
/// failed for good.
extension LoaderState {
    /// What is loaded for tiles: themselves, unless they are known to be absent; and where they are or have failed for
    /// good, the finest tiles that are not so and that show the same part of the image, if there are any.
    ///
    /// - Complexity: O(tiles · levels) where all are absent.
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

    /// Remembers that a tile does not exist, and asks for what stands in for it.
    mutating func recordAbsent(_ key: TileKey, now: Double) {
        if absent.count >= Self.absentLimit {
            absent = []
        }
        absent.insert(key)
        requestFallbackTiles(for: key, now: now)
    }

    /// Asks for what stands in for a tile that will not come.
    mutating func requestFallbackTiles(for key: TileKey, now: Double) {
        var isNew = false
        for (number, feed) in feeds where feed.image.id == key.image && feed.requested.contains(key.index) {
            let requested = feed.requested.union(fallbackTiles(for: [key.index], of: feed.image))
            isNew = isNew || requested.count > feed.requested.count
            feeds[number]?.requested = requested
        }
        // Where the list was cut, there is room now that was kept for the tile.
        if isNew || isDemandTruncated {
            reschedule(now: now)
        }
    }

    /// Takes note of tiles that exist from now on, whatever was found before; nil stands for all of the image.
    mutating func retryAbsentTiles(_ indices: [TileIndex]?, of image: TiledImage, now: Double) {
        let keys = indices.map { Set($0.map { TileKey(image: image.id, index: $0) }) }
        func isHit(_ key: TileKey) -> Bool { keys?.contains(key) ?? (key.image == image.id) }
        let absentBefore = absent.count
        if let keys { absent.subtract(keys) } else { absent = absent.filter { !isHit($0) } }
        let isChanged = absent.count < absentBefore
        // A worker may have looked for it just before.
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
