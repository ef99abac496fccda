internal import TilePyramid

/// The tiles that will not arrive: failed tiles, and absent tiles, as in sparse pyramids and unfinished images.
struct TileAvailability {
    /// A tile that could not be loaded.
    struct Failure {
        var reason: String
        var tries: Int
        /// The time of the retry; nil if the tile is not retried before it has been out of view.
        var retryTime: Double?
    }

    /// The failed tiles.
    var failures: [TileKey: Failure] = [:]
    /// Tiles known not to exist, at most ``absentLimit``.
    private(set) var absent: Set<TileKey> = []

    /// The number of absent tiles to remember.
    ///
    /// Beyond the limit all are forgotten, and only have to be looked up again.
    static let absentLimit = 65536

    /// Whether a tile has failed and is not retried before it has been out of view.
    func hasFailedForGood(_ key: TileKey) -> Bool { failures[key].map { $0.retryTime == nil } ?? false }

    /// Whether a tile may arrive, so that no fallback tile is needed.
    func isExpected(_ key: TileKey) -> Bool { !absent.contains(key) && !hasFailedForGood(key) }

    /// Records that a tile does not exist.
    mutating func recordAbsent(_ key: TileKey) {
        if absent.count >= Self.absentLimit {
            absent = []
        }
        absent.insert(key)
        failures[key] = nil
    }

    /// Forgets the absence of tiles, or of all tiles of the image if `keys` is nil; returns whether any was absent.
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

    /// Returns the tiles to load for some tiles: each tile itself unless it is known to be absent.
    ///
    /// For tiles that are absent or failed for good, it adds the finest loadable tiles that show the same part of the image.
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
