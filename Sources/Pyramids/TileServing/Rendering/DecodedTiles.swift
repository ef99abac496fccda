internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// The pixels of a pyramid's levels, tile by tile.
protocol DecodedTiles: Sendable {
    /// The geometry; its levels say how many full-size pixels one of theirs covers.
    var pyramid: Pyramid { get }
    /// The full size of the image, of which the finest level may be a reduction.
    var fullSize: PixelSize { get }
    /// How pixels lie in memory; 8 bits per sample.
    var layout: PixelLayout { get }
    /// The bytes of memory that it holds itself, besides a cache.
    var ownBytes: Int { get }
    /// Whether the tiles of a level can be decoded at a smaller scale, in less time.
    func supports(_ scale: DecodeScale, level: Int) -> Bool
    /// The interior of a tile, without its overlap, at a scale; blocks while it reads and decodes.
    func tile(_ index: TileIndex, scale: DecodeScale) throws -> PixelMemory
}

/// Decodes the tiles of a pyramid, and keeps them for the next request.
struct CachedTileDecoder: DecodedTiles {
    /// Identifies a decoded tile among those of all images.
    struct Key: Hashable, Sendable {
        /// The number of the opened image.
        var image: UInt64
        /// The tile.
        var index: TileIndex
        /// The scale at which it was decoded.
        var scale: DecodeScale
    }

    /// The cache that all images share.
    typealias Cache = LeastRecentlyUsedCache<Key, PixelMemory>

    let pyramid: Pyramid
    let layout: PixelLayout
    var fullSize: PixelSize { pyramid.size }
    private let image: UInt64
    private let cache: Cache
    private let source: any TileSource
    private let name: String
    private let decoders: [LevelTileDecoder]
    private let jpegReader: JPEGTileReader?

    /// Creates a decoder; reads some tiles to find their common layout.
    ///
    /// - Parameters:
    ///   - source: the tiles.
    ///   - format: the format in which they are stored.
    ///   - name: the name of the image in messages.
    ///   - image: the number of the opened image.
    ///   - cache: the decoded tiles of all images.
    /// - Throws: `CodecError` when there are no tiles or one cannot be read, and errors of the source.
    init(_ source: any TileSource, format: TileFormat, name: String, image: UInt64, cache: Cache) throws {
        var layout = try LevelTileDecoder.commonLayout(source, source.pyramid.finestLevel, name: name)
        layout.depth = .eight
        pyramid = source.pyramid
        (self.layout, self.image, self.cache) = (layout, image, cache)
        (self.source, self.name) = (source, name)
        jpegReader = format == .jpeg ? JPEGTileReader() : nil
        decoders = pyramid.levels.map {
            LevelTileDecoder(source: source, level: $0, layout: layout, background: .white, name: name)
        }
    }

    /// Zero: all tiles are in the cache.
    var ownBytes: Int { 0 }

    func supports(_ scale: DecodeScale, level: Int) -> Bool {
        let (level, side) = (pyramid.levels[level], scale.rawValue)
        return scale == .full
            || jpegReader != nil && pyramid.overlap == 0 && level.inset == .zero
                && level.tileSize.width.isMultiple(of: side)
                && level.tileSize.height.isMultiple(of: side)
    }

    func tile(_ index: TileIndex, scale: DecodeScale) throws -> PixelMemory {
        let key = Key(image: image, index: index, scale: scale)
        if let tile = cache.value(for: key) { return tile }
        let tile = try plainTile(index, scale: scale) ?? otherTile(index, scale: scale)
        cache.insert(tile, for: key, cost: tile.byteCount)
        return tile
    }

    /// Decodes a JPEG that has the pixels of the interior and no others.
    private func plainTile(_ index: TileIndex, scale: DecodeScale) throws -> PixelMemory? {
        let size = pyramid.interior(of: index).size
        guard let jpegReader, size == pyramid.storedSize(of: index), let tile = try source.read(index) else {
            return nil
        }
        return try jpegReader.read(
            tile.bytes, size: size, layout: layout, scale: scale, name: "\(name): tile \(index)")
    }

    /// Decodes any tile, or makes one of background.
    private func otherTile(_ index: TileIndex, scale: DecodeScale) throws -> PixelMemory {
        let tile = try PixelMemory(scale.size(of: pyramid.interior(of: index).size), layout)
        let isDecoded = try decoders[index.level].decode(index, into: tile.base, stride: tile.stride, scale: scale)
        // A pyramid of JPEG tiles may have some of another format.
        return isDecoded ? tile : try reduced(self.tile(index, scale: .full), scale, of: index)
    }

    /// Halves a tile that was decoded at full scale.
    private func reduced(_ tile: PixelMemory, _ scale: DecodeScale, of index: TileIndex) throws -> PixelMemory {
        let interior = pyramid.interior(of: index)
        let result = try PixelMemory(scale.size(of: tile.size), layout)
        let reducer = try BoxReducer(
            tile.size, layout, origin: PixelOffset(x: interior.x, y: interior.y),
            halvings: scale.rawValue.trailingZeroBitCount
        ) { row, y in
            result.row(y).copyMemory(from: row, byteCount: result.stride)
        }
        for y in 0..<tile.size.height { try reducer.add(tile.row(y), y) }
        return result
    }
}
