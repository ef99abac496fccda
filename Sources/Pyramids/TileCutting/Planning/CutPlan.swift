public import Georeferencing
package import ImageCodecs
public import ImageMetadata
public import ImageSources
internal import Numbers
public import TilePyramid

internal import Concurrency
package import Mosaics
internal import PixelKernels

/// The geometry, format and estimated size of a cut, known before the first tile is made.
///
/// ```swift
/// let plan = try CutPlan(.file("big.jpg"))
/// let store = try PyramidFormat.deepZoom.makeStore(at: "big.dzi", pyramid: plan.pyramid, format: plan.format)
/// let summary = try await plan.cut(into: store) { progress in
///     print("\(Int(progress.fraction * 100)) %")
/// }
/// print("\(summary.tiles) tiles in \(summary.seconds) s")
/// ```
public struct CutPlan: Sendable {
    /// The image to be cut.
    let provider: ImageProvider
    /// The options, as they were requested.
    public let options: CutOptions
    /// The image's metadata, as its pixels reach the cutter.
    public let image: ImageInfo
    /// The size of the upright image, before resampling and before a margin is added.
    public var sourceSize: PixelSize { sourceImage.size }
    /// The metadata of the upright image, before resampling and before a margin is added.
    package let sourceImage: ImageInfo
    /// The levels and tiles to be made.
    public var pyramid: Pyramid { placement.pyramid }
    /// The image's position in Web Mercator, for stores that record it; nil without bounds.
    public var georeference: Georeference? { placement.webMercator?.georeference }
    /// True when transparent pixels of the image are blended with the background.
    package var isFlattened: Bool { decoding.alpha != .keep }
    /// The resolution of the finest zoom as a fraction of the image's; nil without bounds.
    ///
    /// It is measured at the center of the image, along the direction in which the image is finer. It is 1 where both have
    /// pixels of the same size.
    public var zoomResolution: Double? { placement.webMercator?.resolution }
    /// Columns and rows of background added at the left and top of a centered image; ``pyramid`` includes them.
    public var margin: PixelOffset { placement.margin }
    /// The encoding of tiles, in the format that was decided on.
    public var encoding: TileEncoding { configuration.encoding }
    /// The format of every tile.
    public var format: TileFormat { encoding.format }
    /// Warnings for the user, in plain sentences, such as that transparency is lost.
    public let warnings: [String]
    /// The channels of the image, and the way in which they become colors; nil if it is one picture.
    package let channels: RenderedChannels?
    /// The options for reading the image, with alpha handled as the format requires.
    let decoding: DecodeOptions
    /// The position of the image on the tile grid.
    let placement: GridPlacement
    /// The values that the engine needs.
    private(set) var configuration: CutConfiguration
    /// True when the image is a mosaic of those of a list.
    let isMosaic: Bool
    /// True when pixels depend on transforms of coordinates by PROJ.
    let usesProjections: Bool
    /// Whether the image can deliver the tiles of the full size as they are stored.
    let canPassThrough: Bool

    /// Opens an image and decides how it will be cut.
    ///
    /// Reads the image's header. With ``CutOptions/Format/automatic`` it also reads the whole image once, to tell
    /// photographs from drawings.
    ///
    /// The input cannot name other files: a list of images is refused, whatever its name is.
    ///
    /// - Throws: `CodecError` when the image cannot be read, ``CuttingError`` when the options are invalid.
    public init(_ input: ImageInput, options: CutOptions = CutOptions()) throws {
        try self.init(.image(input), options: options)
    }

    /// Opens the images of a list, and decides how they will be cut as one image.
    ///
    /// - Parameters:
    ///   - list: the path of a list in JSON, or a VRT of GDAL.
    ///   - allowedFolders: the folders, besides the list's own, in which its images may lie, at any depth; links are
    ///     resolved first.
    ///   - options: the options of the cut.
    /// - Throws: `CodecError` that names the list, or the image that cannot be read; ``CuttingError`` when the options are
    ///   invalid.
    public init(list: String, allowedFolders: [String] = [], options: CutOptions = CutOptions()) throws {
        try self.init(.list(MosaicList(list, allowedFolders: allowedFolders)), options: options)
    }

    /// Opens georeferenced images, and decides how they will be cut as one image.
    ///
    /// The joined image has the coordinate reference system and the pixels of the first one; images in other systems are
    /// warped.
    ///
    /// - Parameters:
    ///   - images: the paths; later ones lie on top of earlier ones.
    ///   - options: the options of the cut.
    /// - Throws: `CodecError` that names the image that cannot be read or is not georeferenced, ``CuttingError`` when the
    ///   options are invalid.
    public init(joining images: [String], options: CutOptions = CutOptions()) throws {
        try self.init(.images(images), options: options)
    }

    /// Opens an input, and decides how it will be cut as one image.
    package init(_ input: MosaicInput, options: CutOptions) throws {
        try self.init(ImageProvider(input), options: options)
    }

    /// Decides how an image of many channels is cut that is none of the files that decoders read.
    package init(_ input: ChannelImageInput, options: CutOptions) throws {
        try self.init(ImageProvider(input), options: options)
    }

    /// Plans a cut of an image that is not an ``/ImageMetadata/ImageInput``.
    init(_ provider: ImageProvider, options: CutOptions) throws {
        try options.validate()
        self.provider = provider
        self.options = options
        var decoding = options.decoding
        decoding.alpha = .keep
        decoding.threads = options.threads
        let channels = try provider.channels(options.channels, decoding)
        decoding.rendering = channels?.rendering
        var source = try provider.open(decoding)
        var warnings = source.warnings + (channels.map(Self.emptyRanges) ?? [])
        if channels?.assumesPixelSize == true { warnings.append(Self.assumedPixelSize) }

        var encoding = TileEncoding()
        encoding.quality = options.quality
        encoding.chroma = options.chroma
        encoding.optimizesHuffman = options.optimizesHuffman
        switch options.format {
        case .fixed(let format):
            encoding.format = format
        case .mixed:
            encoding.format = .png
            encoding.mixesFormats = true
        case .automatic:
            encoding.format = try FormatSampler.format(of: source, encoding: encoding)
            source = try provider.open(decoding)
        }
        let opened = source.info
        if source.info.layout.channels.hasAlpha, !encoding.format.supportsAlpha {
            decoding.alpha = .flatten(options.background)
            source = try provider.open(decoding)
            // The automatic choice is JPEG only if no pixel is transparent; that samples are NaN is found when they are read.
            if options.format != .automatic, !opened.alphaIsForNaN {
                warnings.append(Self.lossOfAlpha(isValidity: opened.alphaIsValidity, encoding.format))
            }
        }
        encoding.jpegTemplate = encoding.format == .jpeg ? options.jpegTemplate : nil
        encoding.profile = source.info.profile
        encoding.nodata = source.info.layout.channels.hasAlpha ? options.storedNodata : nil
        encoding.exif = options.keepsMetadata ? source.info.exif : nil

        self.channels = channels
        self.decoding = decoding
        placement = try GridPlacement(source.info, options: options, format: encoding.format)
        // Of an image with alpha the same has been said.
        if placement.warp?.coversOutput == false, !encoding.format.supportsAlpha, !opened.layout.channels.hasAlpha {
            warnings.append(Self.pixelsOutside(encoding.format))
        }
        self.warnings = warnings
        sourceImage = source.info
        image = placement.source(over: source, name: provider.name).info
        configuration = CutConfiguration(
            pyramid: placement.pyramid, layout: image.layout, encoding: encoding, background: options.background,
            // Map tiles that show nothing of the image are not stored.
            blankTolerance: options.blankTolerance ?? (placement.webMercator == nil ? nil : 0),
            lossless: options.lossless, threads: options.threads ?? Processors.count,
            encoders: TileEncoders(encoding, image.layout))
        configuration.rendersChannels = channels != nil
        configuration.holdsNumbers = image.holdsNumbers
        let mosaic = source as? MosaicSource
        isMosaic = mosaic != nil
        usesProjections = placement.warp != nil || mosaic?.usesProjections == true
        canPassThrough = Self.canPassThrough(placement.source(over: source, name: provider.name), configuration)
    }

    /// The plan that stores blank tiles as well; nil where they are transparent, or not wanted.
    ///
    /// Tiles of a map that show nothing of the image are not stored. Without alpha they are known by the color of the
    /// background, which the whole image may have. Reads the alpha of an image that has one.
    ///
    /// - Throws: The error of the image.
    package func storingBlankTiles() throws -> CutPlan? {
        guard options.blankTolerance == nil, blankTolerance != nil, !image.layout.channels.hasAlpha,
            try hasVisiblePixel()
        else { return nil }
        var plan = self
        plan.configuration.blankTolerance = nil
        return plan
    }

    /// Whether a pixel of the image is not wholly transparent.
    private func hasVisiblePixel() throws -> Bool {
        struct Found: Error {}
        var decoding = decoding
        decoding.alpha = .keep
        let source = try provider.open(decoding)
        let layout = source.info.layout
        guard layout.channels.hasAlpha else { return true }
        let matcher = SolidColorMatcher(transparent: layout, tolerance: 0)
        let rowBytes = source.info.size.width * layout.bytesPerPixel
        do {
            try source.readBands { band in
                for y in band.rows where !matcher.matches(band.row(y), byteCount: rowBytes) { throw Found() }
            }
            return false
        } catch is Found {
            return true
        }
    }

    private static func lossOfAlpha(isValidity: Bool, _ format: TileFormat) -> String {
        isValidity
            ? "the file says that some pixels are invalid, which \(format.rawValue) tiles cannot; they get the color of the "
                + "background. Keep them transparent with the format png."
            : "the image has transparency, which \(format.rawValue) tiles cannot store; it is blended with the background. "
                + "Keep it with the format png."
    }

    private static func pixelsOutside(_ format: TileFormat) -> String {
        "the image is warped to the map, and leaves pixels outside, which \(format.rawValue) tiles cannot mark; they get the "
            + "color of the background. Keep them transparent with the format png."
    }

    private static let assumedPixelSize =
        "the size of its pixels on the ground is not known: a pixel counts as wide as a unit of its elevations, 1. If pixels are "
        + "wider, choose another exaggeration, such as 0.1 where they are 10 wide."

    private static func canPassThrough(_ source: any ImageSource, _ configuration: CutConfiguration) -> Bool {
        guard configuration.lossless != .never, configuration.blankTolerance == nil,
            let source = source as? any PassthroughTileSource
        else { return false }
        return source.passthroughBlocker(for: configuration.pyramid, encoding: configuration.encoding) == nil
    }

    /// Opens the image, placed on the tile grid.
    func openSource() throws -> any ImageSource {
        let source = placement.source(
            over: try provider.open(decoding), name: provider.name, threads: options.threads)
        guard source.info == image else {
            throw CodecError(
                .unreadable, file: provider.name,
                "the image has changed since it was opened first. Start the cut again.")
        }
        return source
    }
}
