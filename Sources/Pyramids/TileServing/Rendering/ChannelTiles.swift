internal import ChannelImages
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The tiles of an image of many channels in the colors of a rendering, kept for the next request.
struct ChannelTiles: DecodedTiles {
    let pyramid: Pyramid
    let ownBytes: Int
    /// The channels, ranges and colors.
    var rendering: ChannelRendering { renderer.rendering }
    /// The number of its tiles in the cache.
    let number: UInt64
    private let levels: [Int]
    private let renderer: ChannelRegionRenderer
    private let cache: DecodedTileCache

    /// Prepares a rendering; no sample is read.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - rendering: the channels, ranges and colors.
    ///   - name: the name of the image in messages.
    ///   - number: a number that no other image or rendering has.
    ///   - ownBytes: the bytes of memory that the image holds itself.
    ///   - cache: the decoded tiles of all images.
    /// - Throws: `CodecError` if the image lacks a channel, a section or a time point.
    init(
        _ image: any ChannelImage, _ rendering: ChannelRendering, name: String, number: UInt64, ownBytes: Int,
        cache: DecodedTileCache
    ) throws(CodecError) {
        renderer = try ChannelRegionRenderer(image, rendering, file: name)
        let grid = ChannelTileGrid(image)
        pyramid = grid.pyramid
        levels = grid.levels
        self.number = number
        self.ownBytes = ownBytes
        self.cache = cache
    }

    var layout: PixelLayout { renderer.layout }
    var fullSize: PixelSize { pyramid.size }

    var terrain: TerrainEncoding? {
        guard case .terrain(_, let encoding) = rendering.mode else { return nil }
        return encoding
    }

    var tileMemory: Int { pyramid.levels.map { renderer.memory(ofSize: $0.tileSize) }.max() ?? 0 }

    var levelAdvice: String { Self.levelAdvice }

    /// The command that makes the levels of an image of channels, of which every rendering is made.
    static let levelAdvice = "makes its smaller levels with: tilecut IMAGE -o IMAGE.ome.zarr"

    func supports(_ scale: DecodeScale, level: Int) -> Bool { scale == .full }

    func tile(_ index: TileIndex, scale: DecodeScale, part: PixelRect) throws -> PixelMemory {
        let key = DecodedTileCache.Key(image: number, index: index, scale: .full)
        if let tile = cache.tile(key) { return tile }
        let rect = pyramid.rect(of: index)
        let tile = try PixelMemory(rect.size, layout)
        let cancellation = Cancellation.current
        try renderer.render(rect, level: levels[index.level], to: tile.base, stride: tile.stride) {
            if cancellation?.isCancelled ?? false { throw CancellationError() }
            try ProcessorTimeBudget.current?.check()
        }
        cache.insert(tile, for: key)
        return tile
    }
}
