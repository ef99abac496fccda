public import FilePyramids
internal import ImageMetadata
internal import Numbers
internal import RemotePyramids
internal import TileContainers
public import TilePyramid

/// A description of a pyramid on disk, made without reading its tiles.
public struct PyramidReport: Hashable, Sendable {
    /// The tiles of one level.
    public struct LevelCount: Hashable, Sendable {
        /// The level and its grid.
        public var level: Level
        /// The number of tiles that exist.
        public var tiles: Int

        /// The number of tiles that are missing.
        public var missingTiles: Int { max(0, level.grid.count - tiles) }
    }

    /// The format of the pyramid.
    public var pyramidFormat: PyramidFormat
    /// The path of the pyramid.
    public var path: String
    /// The size of the image; smaller than the pyramid if that has a margin of background.
    public var size: PixelSize
    /// The levels and their grids.
    public var pyramid: Pyramid
    /// The format of the tiles.
    public var format: TileFormat
    /// Whether tiles may be missing without an error.
    public var isSparse: Bool
    /// Whether the tiles were counted.
    ///
    /// Over the network they are not: every tile that may exist counts as existing, and its bytes as none.
    public var isCounted: Bool
    /// The tiles of each present level, coarsest first.
    public var levels: [LevelCount]
    /// The bytes of all tiles; bytes that several tiles share count once.
    public var bytes: Int
    /// The tiles that share the bytes of others, and the bytes saved.
    public var deduplication: DeduplicationStatistics
    /// The position on the Earth; nil if the pyramid is not georeferenced, or ``addPlace(of:)`` was not called.
    public var place: PyramidPlace?
    /// The value of pixels without data, as a TIFF states it; nil if none is stated, or ``addPlace(of:)`` was not called.
    public var nodata: String?
    /// The statements of the files that the tiles contradict, as sentences.
    public var warnings: [String] = []
    /// Metadata of the files beyond the geometry.
    public var properties: [PyramidProperty]

    /// The number of tiles that exist.
    public var tiles: Int { levels.reduce(0) { $0 + $1.tiles } }

    /// The number of tiles that are missing.
    public var missingTiles: Int { levels.reduce(0) { $0 + $1.missingTiles } }

    /// The most shared blobs that are tracked; `deduplication` is too low for pyramids with more.
    static let blobIDLimit = 4 << 20

    /// Counts the tiles of a pyramid.
    ///
    /// - Parameter opened: a pyramid opened with `Pyramids.open`.
    /// - Throws: `StoreError` when its files cannot be read.
    /// - Complexity: O(entries of the files), even where one stands for many tiles; no tile is read, and nothing is
    ///   requested of a server.
    public init(_ opened: OpenedPyramid) throws {
        let source = opened.source
        pyramidFormat = opened.format
        path = opened.path
        size = source.imageSize
        pyramid = source.pyramid
        format = source.format
        isSparse = source.isSparse
        properties = source.properties
        isCounted = source.listsTiles
        warnings = opened.warnings
        guard source.listsTiles else {
            levels = pyramid.levels[pyramid.presentLevels].map {
                LevelCount(level: $0, tiles: source.mostTiles(of: $0.index))
            }
            bytes = 0
            deduplication = DeduplicationStatistics()
            return
        }
        var counts = Array(repeating: 0, count: pyramid.levels.count)
        var bytes = 0
        var deduplication = DeduplicationStatistics()
        var blobIDs: Set<UInt64> = []
        try source.forEachStoredRun { index, count, tile in
            counts[index.level] += count
            var copies = count
            if let blobID = tile.sharedBlobID, blobIDs.contains(blobID) {
                // The bytes have been counted.
            } else {
                if let blobID = tile.sharedBlobID, blobIDs.count < Self.blobIDLimit {
                    blobIDs.insert(blobID)
                }
                bytes = CheckedNumber.sum(bytes, tile.byteCount) ?? .max
                copies -= 1
            }
            deduplication.tiles += copies
            deduplication.bytes =
                CheckedNumber.product(copies, tile.byteCount).flatMap { CheckedNumber.sum($0, deduplication.bytes) }
                ?? .max
        }
        levels = pyramid.levels[pyramid.presentLevels].map { LevelCount(level: $0, tiles: counts[$0.index]) }
        // Some are only known when all tiles have been visited.
        warnings = opened.warnings
        self.bytes = bytes
        self.deduplication = deduplication
    }

    /// Adds the position of the pyramid on the Earth, and its value of pixels without data.
    ///
    /// A position that is stated but cannot be read is a warning.
    ///
    /// - Parameter opened: the same pyramid.
    public mutating func addPlace(of opened: OpenedPyramid) {
        do {
            place = try PyramidPlace(of: opened.source)
        } catch {
            warnings.append(PyramidPlace.warning(of: error))
        }
        nodata = GeoTIFFTags.stated(by: opened.source)?.nodata
    }
}

extension GeoTIFFTags {
    /// The statements of a TIFF pyramid about its place, here or at an address; nil for other pyramids.
    static func stated(by source: any PyramidSource) -> GeoTIFFTags? {
        (source as? TIFFPyramidSource)?.geoTags ?? (source as? RangedPyramidSource)?.geoTags
    }
}
