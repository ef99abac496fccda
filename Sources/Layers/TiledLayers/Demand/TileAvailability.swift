internal import TilePyramid

/// The tiles that will not arrive: those that do not exist, as in sparse pyramids and in images still being cut, and
/// those that failed.
struct TileAvailability {
    /// A tile that could not be loaded.
    struct Failure {
        var reason: String
        var tries: Int
        /// When the tile is retried; nil if not before it has been out of view.
        var retryTime: Double?
    }

    /// The failed tiles.
    var failures: [TileKey: Failure] = [:]
    /// Tiles known not to exist, at most ``absentLimit``.
    private(set) var absent: Set<TileKey> = []

    /// The number of absent tiles to remember.
    ///
    /// Beyond it all are forgotten, and only have to be looked up again.
    static let absentLimit = 65536

    /// True when a tile has failed and is not retried before it has been out of view.
    func hasFailedForGood(_ key: TileKey) -> Bool { failures[key].map { $0.retryTime == nil } ?? false }

    /// True when a tile may arrive, so that no other has to take its place.
    func isExpected(_ key: TileKey) -> Bool { !absent.contains(key) && !hasFailedForGood(key) }

    /// Records that a tile does not exist.
    mutating func recordAbsent(_ key: TileKey) {
        if absent.count >= Self.absentLimit {
            absent = []
        }
        absent.insert(key)
        failures[key] = nil
    }

    /// Forgets that tiles are absent, nil standing for all tiles of the image; returns true if any of them was.
    mutating func forgetAbsent(_ keys: Set<TileKey>?, of image: TiledImage.ID) -> Bool {
        let countBefore = absent.count
        if let keys { absent.subtract(keys) } else { absent = absent.filter { $0.image != image } }
        return absent.count < countBefore
    }

    /// Forgets everything about the tiles that meet a condition.
    mutating func forget(where isIncluded: (TileKey) -> Bool) {
        absent = absent.filter { !isIncluded($0) }
        failures = failures.filter { !isIncluded($0.key) }
    }

    /// Returns the tiles to load for some tiles: each tile itself unless it is known to be absent, and for those that
    /// are absent or failed for good the finest loadable tiles that show the same part of the image.
    ///
    /// - Complexity: O(tiles) if none is absent or failed; O(tiles · levels) if all are.
    func fallbackTiles(for indices: [TileIndex], of image: TiledImage) -> Set<TileIndex> {
        let pyramid = image.pyramid
        var found = Set<TileIndex>()
        var left = Set(indices)
        guard !absent.isEmpty || !failures.isEmpty else { return left }
        while let index = left.popFirst() {
            let key = TileKey(image: image.id, index: index)
            if !absent.contains(key) {
                found.insert(index)
                guard hasFailedForGood(key) else { continue }
            }
            if index.level > pyramid.presentLevels.lowerBound {
                left.formUnion(pyramid.tiles(of: index.level - 1, in: pyramid.imageRect(of: index)).indices)
            }
        }
        return found
    }
}
