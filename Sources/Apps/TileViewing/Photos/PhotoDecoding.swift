internal import ChannelImages
internal import FilePyramids
internal import ImageCodecs
internal import LayerTree
internal import TileContainers
public import TilePyramid
internal import TileStores
public import TiledLayers
public import VectorDrawing

/// Decodes images and pyramids at the size at which they are shown, for example as thumbnails in a grid.
///
/// Images can have any format. Those of many channels are mixed as a ``Document`` shows them at first. For a pyramid, it reads the coarsest level that is at least as large as the shown size. A pyramid
/// may be at an address, too.
///
/// ```swift
/// cell.image = LazyImage(file: path, cache: thumbnails, decoder: PhotoDecoding())
/// ```
public struct PhotoDecoding: ImageDecoding {
    /// The most pixels of the pyramid level that is read: 4 megapixels, which take 16 MiB.
    public static let levelPixelLimit = 4 << 20
    /// The most tiles of the pyramid level that is read.
    public static let levelTileLimit = 256

    private let options: DocumentOptions
    private let pixelLimit: Int
    private let tileLimit: Int

    /// Creates a decoder.
    ///
    /// - Parameter options: the page, the limits for hostile files, and the network for pyramids at addresses.
    public init(options: DocumentOptions = DocumentOptions()) {
        self.init(options: options, pixelLimit: Self.levelPixelLimit, tileLimit: Self.levelTileLimit)
    }

    /// Creates a decoder with other limits for the level of a pyramid.
    init(options: DocumentOptions, pixelLimit: Int, tileLimit: Int) {
        self.options = options
        self.pixelLimit = pixelLimit
        self.tileLimit = tileLimit
    }

    /// Decodes an image with `ScreenImageDecoding`.
    ///
    /// - Throws: `CodecError`.
    public func decode(
        _ bytes: [UInt8], name: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        try images().decode(bytes, name: name, shownSize: shownSize)
    }

    /// Decodes the image in a file, or a level of a pyramid.
    ///
    /// - Parameters:
    ///   - path: an image of any format, or a pyramid.
    ///   - shownSize: returns the size to decode, for the size of the image.
    /// - Returns: the pixels, and the size of the image. If the limits exclude the level of a pyramid that is needed, this is
    ///   the size of the finest level within the limits.
    /// - Throws: `StoreError` or `CodecError`, which name the file, the fault and the remedy.
    public func decode(
        file path: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        if let file = try ChannelFile.open(path, options: options), let channels = try file.channels() {
            if let level = decode(channels, path, shownSize) { return level }
            guard !file.isZarr else { throw Self.levelError(path, pixelLimit) }
            return try images(channels.automatic).decode(file: path, shownSize: shownSize)
        }
        let location = PyramidLocation(path)
        guard options.page == 1 || location.isRemote,
            let pyramid = try Pyramids.openBlocking(location, network: options.network)
        else {
            return try images().decode(file: path, shownSize: shownSize)
        }
        guard let level = decode(pyramid.source, name: pyramid.name, shownSize) else {
            throw Self.levelError(pyramid.path, pixelLimit)
        }
        return level
    }

    private static func levelError(_ path: String, _ pixelLimit: Int) -> StoreError {
        StoreError(
            .malformed, path: path,
            "the pyramid has no level of at most \(pixelLimit) pixels for a thumbnail. Add coarser levels.")
    }

    /// Decodes what is not a pyramid.
    ///
    /// - Parameter rendering: the rendering of channels; nil, the default, for a picture.
    /// - Returns: the decoder.
    private func images(_ rendering: ChannelRendering? = nil) -> ScreenImageDecoding {
        var decoding = DecodeOptions()
        decoding.rendering = rendering
        decoding.page = options.page
        decoding.limits = options.limits
        return ScreenImageDecoding(options: decoding)
    }

    // MARK: Pyramids

    /// Mixes a level of an image of many channels with its automatic rendering; nil if all levels are too large.
    func decode(
        _ channels: DocumentChannels, _ path: String, _ shownSize: (PixelSize) -> PixelSize
    ) -> (buffer: PixelBuffer, fullSize: PixelSize)? {
        let name = FilePath.name(of: path)
        let source = MixedTileSource(TiledImage(channels: channels.image, name: name), as: channels.automatic)
        return decode(source, name: name, shownSize)
    }

    /// Decodes the coarsest level that is large enough; nil if all levels are too large.
    private func decode(
        _ source: any TileSource, name: String, _ shownSize: (PixelSize) -> PixelSize
    ) -> (buffer: PixelBuffer, fullSize: PixelSize)? {
        let pyramid = source.pyramid
        let levels = pyramid.levels[pyramid.presentLevels].filter {
            $0.grid.count <= tileLimit && $0.size.area <= pixelLimit
        }
        let shown = shownSize(pyramid.size)
        let sufficient = levels.first { $0.size.width >= shown.width && $0.size.height >= shown.height }
        guard let level = sufficient ?? levels.last else { return nil }
        let buffer = PixelBuffer(size: level.size, isOpaque: nil) { target in
            target.update(repeating: 0)
            for row in 0..<level.grid.rows {
                for column in 0..<level.grid.columns {
                    let index = TileIndex(level: level.index, column: column, row: row)
                    // What is missing or damaged stays transparent.
                    guard let tile = try? source.read(index),
                        let pixels = try? PooledTileDecoder.shared.decode(
                            tile, at: index, of: pyramid, name: name)
                    else { continue }
                    pixels.copyInterior(of: index, pyramid, to: target, width: level.size.width)
                }
            }
        }
        return (buffer, sufficient == nil ? level.size : pyramid.size)
    }
}

extension PixelBuffer {
    /// Copies the part of a tile that it does not share with its neighbors to its place in the pixels of a level.
    fileprivate func copyInterior(
        of index: TileIndex, _ pyramid: Pyramid, to level: UnsafeMutableBufferPointer<UInt32>, width: Int
    ) {
        let rect = pyramid.rect(of: index)
        let own = pyramid.interior(of: index)
        withPixels { pixels in
            guard let source = pixels.baseAddress, let target = level.baseAddress else { return }
            for y in own.rows {
                (target + y * width + own.x).update(
                    from: source + (y - rect.y) * rect.size.width + own.x - rect.x, count: own.size.width)
            }
        }
    }
}
