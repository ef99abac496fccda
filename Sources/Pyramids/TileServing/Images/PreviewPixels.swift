internal import ChannelImages
internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An image in memory, halved until it has few enough pixels: all of a small image, the preview of a large one.
struct PreviewPixels: DecodedTiles {
    /// One level, whose tiles are parts of the image.
    let pyramid: Pyramid
    let layout: PixelLayout
    let fullSize: PixelSize
    let terrain: TerrainEncoding?
    private let pixels: PixelMemory

    /// The side of the tiles, which exist only as parts of the whole.
    private static let tileSide = 256

    /// Decodes an image, at a smaller scale where the format allows; blocks until it is done.
    ///
    /// - Throws: `CodecError`, `OutOfMemory`, and `CancellationError` once the current ``Cancellation`` is cancelled.
    init(_ path: String, pixelLimit: Int, options: DecodeOptions = DecodeOptions()) throws {
        let image = try ReducedImage(.file(path), pixelLimit: pixelLimit, options: options)
        layout = PixelLayout(image.info.layout.channels.hasAlpha ? .rgba : .rgb)
        let pixels = try PixelMemory(image.size, layout)
        let channels = layout.channels
        let cancellation = Cancellation.current
        try image.readRows { y, row in
            if cancellation?.isCancelled ?? false { throw CancellationError() }
            if channels.hasAlpha {
                StraightPixels.writeRGBA(row, count: pixels.size.width, into: pixels.row(y))
            } else {
                StraightPixels.writeRGB(row, count: pixels.size.width, into: pixels.row(y))
            }
        }
        self.pixels = pixels
        terrain = nil
        fullSize = image.info.size
        pyramid = Pyramid(levels: [
            LevelShape(size: image.size, tileSize: Self.tileSide, downsample: Double(1 << image.halvings))
        ])
    }

    /// Renders a region of a pyramid as an image of its own; blocks until it is done.
    ///
    /// - Parameters:
    ///   - region: the region, in full-size pixels of the pyramid, and the size of the result.
    ///   - downsample: how many full-size pixels a pixel of the result covers, across and down.
    ///   - tiles: the pixels of the pyramid.
    /// - Throws: as ``RegionRenderer/render(_:_:)``.
    init(_ region: RegionRequest, downsample: Int, of tiles: any DecodedTiles) throws {
        var options = OutputOptions()
        options.format = .png
        let image = try RegionRenderer(tiles: tiles).render(RegionPlan(region, of: tiles), options)
        pixels = image.pixels
        terrain = tiles.terrain
        layout = pixels.layout
        fullSize = PixelSize(width: Int(region.width), height: Int(region.height))
        pyramid = Pyramid(levels: [
            LevelShape(size: pixels.size, tileSize: Self.tileSide, downsample: Double(downsample))
        ])
    }

    var ownBytes: Int { pixels.byteCount }

    func supports(_ scale: DecodeScale, level: Int) -> Bool { scale == .full }

    func tile(_ index: TileIndex, scale: DecodeScale, part: PixelRect) throws -> PixelMemory {
        let interior = pyramid.interior(of: index)
        let tile = try PixelMemory(interior.size, layout)
        for y in part.rows {
            tile.row(y).copyMemory(
                from: pixels.row(interior.y + y) + interior.x * layout.bytesPerPixel, byteCount: tile.stride)
        }
        return tile
    }
}
