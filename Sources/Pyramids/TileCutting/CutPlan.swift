public import ImageCodecs
public import TilePyramid

internal import PixelKernels

/// What cutting an image will make, known before the first tile: geometry, format and an estimate of the size.
///
/// ```swift
/// let plan = try CutPlan(.file("big.jpg"))
/// let store = try DeepZoomStore(creating: "big.dzi", pyramid: plan.pyramid, format: plan.format)
/// let summary = try await plan.cut(into: store) { progress in
///     print("\(Int(progress.fraction * 100)) %")
/// }
/// ```
public struct CutPlan: Sendable {
    /// The image to be cut.
    package let provider: ImageProvider
    /// How it is cut, as it was asked for.
    public let options: CutOptions
    /// What the image is, as its pixels will be delivered to the cutter.
    public let image: ImageInfo
    /// The size of the upright picture, before it is resampled or anything is put before it.
    public let sourceSize: PixelSize
    /// The levels and tiles that will be made.
    public var pyramid: Pyramid { placement.pyramid }
    /// Where the picture lies on the world, for stores that say so; nil for one that is by itself.
    public var georeference: Georeference? { placement.webMercator?.georeference }
    /// Columns and rows of background before a picture that lies in the middle of its grid; the pyramid counts them in.
    public var margin: PixelOffset { placement.margin }
    /// How tiles are encoded; the format is decided.
    public let encoding: TileEncoding
    /// What the user should know, in plain sentences: transparency that is lost, for example.
    public let warnings: [String]
    /// How the image is read, with what the format has decided about transparency.
    let decoding: DecodeOptions
    /// How the picture lies on the grid of tiles.
    let placement: GridPlacement

    /// Looks at an image and decides how it will be cut.
    ///
    /// Reads the image's header; with ``CutOptions/Format/automatic`` it reads the whole image once, to see what kind
    /// of picture it is.
    ///
    /// - Throws: `CodecError` when the image cannot be read, ``CuttingError`` when the options make no sense.
    public init(_ input: ImageInput, options: CutOptions = CutOptions()) throws {
        try self.init(ImageProvider(input), options: options)
    }

    /// The same for a picture that comes from elsewhere.
    package init(_ provider: ImageProvider, options: CutOptions) throws {
        try options.validate()
        self.provider = provider
        self.options = options
        var decoding = options.decoding
        decoding.alpha = .keep
        decoding.threads = options.threads
        var source = try provider.open(decoding)
        var warnings = source.warnings

        var encoding = TileEncoding()
        encoding.quality = options.quality
        encoding.chroma = options.chroma
        encoding.optimizesHuffman = options.optimizesHuffman
        switch options.format {
        case .fixed(let format):
            encoding.format = format
        case .automatic:
            encoding.format = try FormatSampler.format(of: source, encoding: encoding)
            source = try provider.open(decoding)
        }
        if source.info.layout.channels.hasAlpha, !encoding.format.supportsAlpha {
            decoding.alpha = .flatten(options.background)
            source = try provider.open(decoding)
            // Where the format follows from the picture, nothing transparent has been found in it.
            if options.format != .automatic {
                warnings.append(
                    "the image has transparency, which \(encoding.format.rawValue) tiles cannot hold; it is laid over "
                        + "the background. Keep it with --format png.")
            }
        }
        encoding.jpegTemplate = encoding.format == .jpeg ? options.jpegTemplate : nil
        encoding.profile = source.info.profile
        encoding.exif = options.keepsMetadata ? source.info.exif : nil

        self.decoding = decoding
        self.encoding = encoding
        self.warnings = warnings
        placement = try GridPlacement(source.info, options: options, format: encoding.format)
        sourceSize = source.info.size
        image = placement.source(over: source).info
    }

    /// How much a tile that is not stored may differ from the background; nil when all are stored.
    var blankTolerance: Int? { options.blankTolerance ?? (georeference == nil ? nil : 0) }

    /// Opens the picture as it is cut.
    func openSource() throws -> any ImageSource {
        let source = placement.source(over: try provider.open(decoding))
        guard source.info == image else {
            throw CodecError(.unreadable, file: provider.name, "the image has changed since it was first looked at.")
        }
        return source
    }

    /// The format of every tile.
    public var format: TileFormat { encoding.format }
}
