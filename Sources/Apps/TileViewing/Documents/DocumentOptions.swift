internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// How documents are opened.
public struct DocumentOptions: Sendable {
    /// Where the tiles of plain images are kept; default the folder for this user, with 4 GiB.
    public var cache = PyramidCache()
    /// The most pixels of the coarse picture that a plain image is first shown as; default 6 megapixels, which are 24 MiB.
    ///
    /// Images that have no more are shown as they are and never cut.
    public var previewPixelLimit = 6 << 20
    /// From 1 to 100, of JPEG tiles; default 90.
    public var quality = 90
    /// How long tiles that have been cut are collected before they are told of together, in seconds; default 0.1.
    public var notificationInterval = 0.1

    /// Seconds by which every tile comes later, as from a slow disk or a network: for trying things out; default 0.
    public var latency = 0.0

    /// The defaults.
    public init() {}

    /// A source with the latency that was asked for.
    func delayed(_ source: any TileSource) -> any TileSource {
        latency > 0 ? DelayedSource(source, seconds: latency) : source
    }

    /// How an image is read: as much of it as there is.
    var decoding: DecodeOptions {
        var decoding = DecodeOptions()
        decoding.allowTruncated = true
        return decoding
    }

    /// How an image is cut: transparent ones into PNG, all others into JPEG, which takes a tenth of the time and room; with
    /// color at half the resolution only where the image has no more itself.
    func cutting(for image: ImageInfo) -> CutOptions {
        var options = CutOptions()
        options.decoding = decoding
        options.format = .fixed(image.layout.channels.hasAlpha ? .png : .jpeg)
        options.quality = quality
        options.chroma = image.container == "JPEG" ? .halved : .full
        return options
    }
}
