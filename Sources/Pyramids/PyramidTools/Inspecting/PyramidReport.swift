public import TilePyramid
public import TileStores

/// What a pyramid on disk is, without a tile of it being read.
public struct PyramidReport: Hashable, Sendable {
    /// What there is of a level.
    public struct LevelCount: Hashable, Sendable {
        /// The level and its grid.
        public var level: Level
        /// How many of its tiles are there.
        public var tiles: Int

        /// How many are not.
        public var missingTiles: Int { max(0, level.grid.count - tiles) }
    }

    /// What kind of pyramid it is.
    public var kind: PyramidKind
    /// Where it is.
    public var path: String
    /// The size of the picture; the pyramid's but for a margin of background.
    public var size: PixelSize
    /// Its levels and their grids.
    public var pyramid: Pyramid
    /// The format of its tiles.
    public var format: TileFormat
    /// Whether tiles may be missing without anything being wrong.
    public var isSparse: Bool
    /// What there is of each present level, coarsest first.
    public var levels: [LevelCount]
    /// The bytes of all tiles, those that several share counted once.
    public var bytes: Int
    /// The tiles that have no bytes of their own, and the bytes they would take.
    public var deduplication: DeduplicationStatistics
    /// What the files say about the picture beyond its geometry.
    public var properties: [PyramidProperty]

    /// How many tiles are there.
    public var tiles: Int { levels.reduce(0) { $0 + $1.tiles } }

    /// How many tiles are not there.
    public var missingTiles: Int { levels.reduce(0) { $0 + $1.missingTiles } }

    /// The most places shared by tiles that are told apart; with more than so many, `deduplication` says too little.
    static let blobIDLimit = 4 << 20

    /// Counts what there is.
    ///
    /// - Parameter opened: a pyramid as `Pyramids.open` gives it.
    /// - Throws: `StoreError` when its files cannot be read.
    /// - Complexity: O(tiles that are there), without one of them being read.
    public init(_ opened: OpenedPyramid) throws {
        let source = opened.source
        kind = opened.kind
        path = opened.path
        size = source.imageSize
        pyramid = source.pyramid
        format = source.format
        isSparse = source.isSparse
        properties = source.properties
        var counts = Array(repeating: 0, count: pyramid.levels.count)
        var bytes = 0
        var deduplication = DeduplicationStatistics()
        var blobIDs: Set<UInt64> = []
        try source.forEachStoredTile { index, tile in
            counts[index.level] += 1
            if let blobID = tile.sharedBlobID, blobIDs.contains(blobID) {
                deduplication.tiles += 1
                deduplication.bytes += tile.byteCount
            } else {
                if let blobID = tile.sharedBlobID, blobIDs.count < Self.blobIDLimit {
                    blobIDs.insert(blobID)
                }
                bytes += tile.byteCount
            }
        }
        levels = pyramid.levels[pyramid.presentLevels].map { LevelCount(level: $0, tiles: counts[$0.index]) }
        self.bytes = bytes
        self.deduplication = deduplication
    }
}
