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
    public let input: ImageInput
    /// How it is cut, as it was asked for.
    public let options: CutOptions
    /// What the image is, as its pixels will be delivered to the cutter.
    public let image: ImageInfo
    /// The levels and tiles that will be made.
    public let pyramid: Pyramid
    /// How tiles are encoded; the format is decided.
    public let encoding: TileEncoding
    /// What the user should know, in plain sentences: transparency that is lost, for example.
    public let warnings: [String]
    /// How the image is read, with what the format has decided about transparency.
    let decoding: DecodeOptions

    /// Looks at an image and decides how it will be cut.
    ///
    /// Reads the image's header; with ``CutOptions/Format/automatic`` it reads the whole image once, to see what kind
    /// of picture it is.
    ///
    /// - Throws: `CodecError` when the image cannot be read, ``CuttingError`` when the options make no sense.
    public init(_ input: ImageInput, options: CutOptions = CutOptions()) throws {
        try options.validate()
        self.input = input
        self.options = options
        var decoding = options.decoding
        decoding.alpha = .keep
        var source = try openImage(input, options: decoding)
        var warnings = source.warnings

        var encoding = TileEncoding()
        encoding.quality = options.quality
        encoding.chroma = options.chroma
        switch options.format {
        case .fixed(let format):
            encoding.format = format
        case .automatic:
            encoding.format = try FormatSampler.format(of: source, encoding: encoding)
            source = try openImage(input, options: decoding)
        }
        if source.info.layout.channels.hasAlpha, !encoding.format.supportsAlpha {
            decoding.alpha = .flatten(options.background)
            source = try openImage(input, options: decoding)
            // Where the format follows from the picture, nothing transparent has been found in it.
            if options.format != .automatic {
                warnings.append(
                    "the image has transparency, which \(encoding.format.rawValue) tiles cannot hold; it is laid over "
                        + "the background. Keep it with --format png.")
            }
        }
        encoding.profile = source.info.profile
        encoding.exif = options.keepsMetadata ? source.info.exif : nil

        self.decoding = decoding
        self.encoding = encoding
        self.warnings = warnings
        image = source.info
        pyramid = Pyramid(
            size: source.info.size, tileSize: options.tileSize, overlap: options.overlap,
            levelCount: options.levelCount)
    }

    /// The format of every tile.
    public var format: TileFormat { encoding.format }
}
