internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// Options for opening a document.
public struct DocumentOptions: Sendable {
    /// The cache for the tiles of plain images.
    ///
    /// The default is the current user's cache folder, limited to 4 GiB.
    public var cache = PyramidCache()
    /// The most pixels of the preview of a plain image.
    ///
    /// The default is 6 megapixels, which take 24 MiB.
    ///
    /// An image with no more pixels is shown as it is and never cut.
    public var previewPixelLimit = 6 << 20
    /// The quality of JPEG tiles, from 1 to 100.
    ///
    /// The default is 90.
    public var quality = 90
    /// The seconds for which new tiles are collected before observers are notified of them.
    ///
    /// The default is 0.1.
    public var notificationInterval = 0.1

    /// Called before each tile is read, on the worker that reads it; nil, the default, for nothing.
    ///
    /// Measurements simulate slow disks and networks with it.
    package var beforeRead: (@Sendable () -> Void)?

    /// Creates the default options.
    public init() {}

    /// A source that calls ``beforeRead`` for each of its reads.
    func observingReads(of source: any TileSource) -> any TileSource {
        beforeRead.map { ObservedSource(base: source, beforeRead: $0) } ?? source
    }

    /// The options for decoding images: files that are truncated are accepted.
    var decoding: DecodeOptions {
        var decoding = DecodeOptions()
        decoding.allowTruncated = true
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
        options.chroma = image.container == "JPEG" ? .halved : .full
        return options
    }
}

/// A tile source that calls a closure before each read.
private struct ObservedSource: TileSource {
    let base: any TileSource
    let beforeRead: @Sendable () -> Void

    var pyramid: Pyramid { base.pyramid }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        beforeRead()
        return try base.read(index)
    }
}
