internal import ChannelImages
public import ImageCodecs
internal import ImageSources
internal import PixelKernels
public import RemotePyramids
internal import TileCutting
internal import TilePyramid

/// Options for opening a document.
public struct DocumentOptions: Sendable {
    /// The cache for the tiles of plain images; by default in the current user's cache folder, limited to 4 GiB.
    public var cache = PyramidCache()
    /// The most pixels of the preview of a plain image; by default 6 megapixels, which take 24 MiB.
    ///
    /// An image of at most this size is shown whole, and is never cut. The values of an image of many channels are sampled for a level of
    /// at most this size, until its levels are made.
    public var previewPixelLimit = 6 << 20
    /// The quality of JPEG tiles, from 1 to 100; 90 by default.
    public var quality = 90
    /// The time for which new tiles are collected before observers are notified, in seconds; 0.1 by default.
    public var notificationInterval = 0.1

    /// The page of a plain image, counted from 1; 1 by default.
    ///
    /// In a TIFF pyramid, all pages except the first are plain images.
    public var page = 1

    /// The limits for decoding plain images.
    public var limits = DecodeLimits()

    /// The network settings for images at addresses; by default with the cache that the tools share.
    public var network = NetworkAccess()

    /// Called before each tile is read, on the worker that reads it; nil, the default, for nothing.
    ///
    /// Measurements use it to simulate slow disks and networks.
    package var beforeRead: (@Sendable () -> Void)?

    /// Creates the default options.
    public init() {}

    /// The rendering of channels in the preview of an image that is cut by its channels, as ``TileCutting/CutPlan`` chooses it; nil
    /// for pictures.
    var rendering: ChannelRendering?

    /// A source that calls ``beforeRead`` for each of its reads.
    func observingReads(of source: any TileSource) -> any TileSource {
        guard let beforeRead else { return source }
        return ClosureTileSource(pyramid: source.pyramid) { index in
            beforeRead()
            return try source.read(index)
        }
    }

    /// The options for decoding images: files that are truncated are accepted.
    var decoding: DecodeOptions {
        var decoding = DecodeOptions()
        decoding.allowTruncated = true
        decoding.limits = limits
        decoding.page = page
        if page == 1 { decoding.rendering = rendering }
        return decoding
    }

    /// The options for cutting an image.
    ///
    /// Transparent images are cut into PNG, all others into JPEG, which takes a tenth of the time and space. Chroma is
    /// halved only for JPEG images, which usually have no more.
    func cutting(for image: ImageInfo) -> CutOptions {
        var options = CutOptions()
        options.decoding = decoding
        options.format = .fixed(image.layout.channels.hasAlpha ? .png : .jpeg)
        options.quality = quality
        options.chroma = image.container == ImageFormat.jpeg.name ? .halved : .full
        return options
    }
}
