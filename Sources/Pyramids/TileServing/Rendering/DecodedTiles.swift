internal import ChannelImages
internal import Concurrency
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// The pixels of a pyramid's levels, tile by tile.
protocol DecodedTiles: Sendable {
    /// The geometry; its levels say how many full-size pixels one of theirs covers.
    var pyramid: Pyramid { get }
    /// The full size of the image, of which the finest level may be a reduction.
    var fullSize: PixelSize { get }
    /// The layout of pixels in memory; 8 bits per sample.
    var layout: PixelLayout { get }
    /// The bytes of memory that it holds itself, besides a cache.
    var ownBytes: Int { get }
    /// The encoding of elevations whose bytes colors hold; nil for pictures.
    var terrain: TerrainEncoding? { get }
    /// The most bytes of memory that making a tile takes besides its pixels.
    var tileMemory: Int { get }
    /// The way to smaller levels for whoever serves the image, as the end of a sentence.
    var levelAdvice: String { get }
    /// Whether the tiles of a level can be decoded at a smaller scale, in less time.
    func supports(_ scale: DecodeScale, level: Int) -> Bool
    /// The interior of a tile, without its overlap, at a scale; blocks while it reads and decodes.
    ///
    /// Only the pixels of `part`, which are counted from the first of the result, have to be defined.
    func tile(_ index: TileIndex, scale: DecodeScale, part: PixelRect) throws -> PixelMemory
    /// The tile at full scale as planes of 4:2:0; nil if it is not stored so.
    func planarTile(_ index: TileIndex) throws -> PlanarTile?
}

/// Decodes the tiles of a pyramid, and keeps them for the next request.
struct CachedTileDecoder: DecodedTiles {
    let pyramid: Pyramid
    let layout: PixelLayout
    let terrain: TerrainEncoding?
    var fullSize: PixelSize { pyramid.size }
    private let image: UInt64
    private let cache: DecodedTileCache
    private let source: any TileSource
    private let name: String
    private let decoders: [LevelTileDecoder]
    private let jpegReader: JPEGTileReader?
    private let blanks = BlankTiles()

    /// Creates a decoder; reads some tiles to find their common layout.
    ///
    /// - Parameters:
    ///   - source: the tiles.
    ///   - format: the format in which they are stored.
    ///   - name: the name of the image in messages.
    ///   - image: the number of the opened image.
    ///   - cache: the decoded tiles of all images.
    ///   - terrain: the encoding of elevations that the pyramid states; nil, the default, for pictures.
    ///   - mayLackTiles: whether tiles may be absent, which leaves elevations out; false by default.
    /// - Throws: `CodecError` when there are no tiles or one cannot be read, and errors of the source.
    init(
        _ source: any TileSource, format: TileFormat, name: String, image: UInt64, cache: DecodedTileCache,
        terrain: TerrainEncoding? = nil, mayLackTiles: Bool = false
    ) throws {
        let processes = TileProcesses()
        var layout = try LevelTileDecoder.commonLayout(
            source, source.pyramid.finestLevel, name: name, processes: processes)
        layout.depth = .eight
        pyramid = source.pyramid
        // Gray is not a number, and JPEG keeps none.
        let holdsNumbers = layout.channels.opaque == .rgb && format != .jpeg
        self.terrain = holdsNumbers ? terrain : nil
        // An absent tile has no elevation.
        if self.terrain != nil, mayLackTiles { layout.channels = layout.channels.withAlpha }
        self.layout = layout
        self.image = image
        self.cache = cache
        self.source = source
        self.name = name
        jpegReader = format == .jpeg ? JPEGTileReader(processes) : nil
        decoders = pyramid.levels.map {
            LevelTileDecoder(
                source: source, level: $0, layout: layout, background: .white, name: name, processes: processes)
        }
    }

    /// Zero: all tiles are in the cache.
    var ownBytes: Int { 0 }

    func supports(_ scale: DecodeScale, level: Int) -> Bool {
        let level = pyramid.levels[level]
        let side = scale.rawValue
        return scale == .full
            || jpegReader != nil && pyramid.overlap == 0 && level.inset == .zero
                && level.tileSize.width.isMultiple(of: side)
                && level.tileSize.height.isMultiple(of: side)
    }

    func tile(_ index: TileIndex, scale: DecodeScale, part: PixelRect) throws -> PixelMemory {
        let key = DecodedTileCache.Key(image: image, index: index, scale: scale)
        if let tile = cache.tile(key) { return tile }
        let size = scale.size(of: pyramid.interior(of: index).size)
        let prefersPart = jpegReader != nil && cache.prefersPart(part, of: size, key)
        return try decodedTile(key, part: prefersPart ? part : nil)
    }

    func planarTile(_ index: TileIndex) throws -> PlanarTile? {
        let level = pyramid.levels[index.level]
        // Chroma has half of the resolution of the level only where tiles begin at even places.
        guard let jpegReader, pyramid.overlap == 0, level.inset == .zero, level.tileSize.width.isMultiple(of: 2),
            level.tileSize.height.isMultiple(of: 2)
        else { return nil }
        let size = pyramid.interior(of: index).size
        let key = DecodedTileCache.Key(image: image, index: index, scale: .full, isPlanar: true)
        if let memory = cache.tile(key) { return PlanarTile(size, in: memory) }
        guard size == pyramid.storedSize(of: index), let tile = try source.read(index),
            let planes = try jpegReader.readPlanes(tile.bytes, size: size, name: "\(name): tile \(index)")
        else { return nil }
        cache.insert(planes.memory, for: key)
        return planes
    }

    /// Decodes a part of a tile, or all of it, which is kept then.
    private func decodedTile(_ key: DecodedTileCache.Key, part: PixelRect?) throws -> PixelMemory {
        guard let stored = try source.read(key.index) else { return try blankTile(key) }
        let plain = try plainTile(stored, key.index, scale: key.scale, part: part)
        let tile = try plain ?? otherTile(stored, key.index, scale: key.scale)
        if part == nil || plain == nil { cache.insert(tile, for: key) }
        return tile
    }

    /// Decodes a JPEG that has the pixels of the interior and no others, or a part of it.
    private func plainTile(
        _ tile: EncodedTile, _ index: TileIndex, scale: DecodeScale, part: PixelRect?
    ) throws -> PixelMemory? {
        let size = pyramid.interior(of: index).size
        guard let jpegReader, size == pyramid.storedSize(of: index) else { return nil }
        return try jpegReader.read(
            tile.bytes, size: size, layout: layout, scale: scale, part: part, name: "\(name): tile \(index)")
    }

    /// The background where there is no tile, which is kept once for each size.
    private func blankTile(_ key: DecodedTileCache.Key) throws -> PixelMemory {
        let size = key.scale.size(of: pyramid.interior(of: key.index).size)
        return try blanks.tile(of: size) {
            let tile = try PixelMemory(size, layout)
            try decoders[key.index.level].decode(
                nil, at: key.index, into: tile.base, stride: tile.stride, scale: key.scale)
            return tile
        }
    }

    /// Decodes any tile.
    private func otherTile(_ stored: EncodedTile, _ index: TileIndex, scale: DecodeScale) throws -> PixelMemory {
        let tile = try PixelMemory(scale.size(of: pyramid.interior(of: index).size), layout)
        let isDecoded = try decoders[index.level].decode(
            stored, at: index, into: tile.base, stride: tile.stride, scale: scale)
        // A pyramid of JPEG tiles may have some of another format.
        return isDecoded ? tile : try reduced(fullTile(index), scale, of: index)
    }

    private func fullTile(_ index: TileIndex) throws -> PixelMemory {
        let key = DecodedTileCache.Key(image: image, index: index, scale: .full)
        return try cache.tile(key) ?? decodedTile(key, part: nil)
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

/// The pixels of absent tiles, which all tiles of a size share: a level may lack millions.
///
/// From any thread.
final class BlankTiles: Sendable {
    /// The most sizes that are kept: those of whole tiles, and of tiles at the edges, at all scales.
    static let sizeLimit = 16

    private let tiles = Locked<[PixelSize: PixelMemory]>([:])

    /// Returns the pixels of a size.
    ///
    /// - Parameters:
    ///   - size: the columns and rows.
    ///   - make: makes them the first time.
    /// - Returns: the pixels, which nobody writes.
    /// - Throws: what `make` throws.
    func tile(of size: PixelSize, _ make: () throws -> PixelMemory) throws -> PixelMemory {
        if let tile = tiles.withLock({ $0[size] }) { return tile }
        let tile = try make()
        tiles.withLock { tiles in
            if tiles.count >= Self.sizeLimit { tiles.removeAll() }
            tiles[size] = tile
        }
        return tile
    }
}
