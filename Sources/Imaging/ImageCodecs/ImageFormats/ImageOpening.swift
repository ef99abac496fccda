internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// An image that is to be opened.
struct ImageOpening {
    /// The file or bytes.
    let input: ImageInput
    /// The encoded bytes.
    let bytes: ImageBytes
    /// The options of reading.
    var options: DecodeOptions
    /// The scale at which a format is decoded that decodes scaled; others keep their size.
    var scale = DecodeScale.full
    /// Whether the alpha of an image of channels is also one of them; false by default.
    var alphaIsChannel = false
    /// The formats that are tried.
    let formats: ImageFormats

    /// The number of bytes in which the size of an image is expected.
    private static let sizeBytes = 4096

    /// Opens the bytes.
    ///
    /// - Throws: ``CodecError``.
    init(_ input: ImageInput, options: DecodeOptions, scale: DecodeScale = .full, formats: ImageFormats) throws {
        self.input = input
        self.options = options
        self.scale = scale
        self.formats = formats
        bytes = try ImageBytes(input)
    }

    /// The name for error messages.
    var name: String { input.name }

    /// Whether the pixels can be converted after they have been read as they are stored.
    var acceptsStoredPixels: Bool { options.page == 1 && (options.range == .auto || options.range == .full) }

    /// Opens the image in this process with the decoder of one of its formats, or else through libvips.
    ///
    /// - Parameter formats: the formats whose signatures the image has.
    /// - Returns: the image, whose orientation is not applied.
    /// - Throws: ``CodecError``.
    func open(_ formats: [ImageFormat]) throws -> OpenedImage {
        for format in formats {
            if let image = try format.open?(self) { return image }
        }
        return OpenedImage(try throughVips())
    }

    /// Opens the image through libvips, which converts its colors.
    ///
    /// - Throws: ``CodecError``.
    func throughVips() throws -> VipsImageSource {
        try VipsImageSource(input: input, options: options, formats: formats.vipsFormats, scale: scale)
    }

    /// Opens the bands of the image as libvips reads them.
    ///
    /// - Throws: ``CodecError``.
    func storedThroughVips() throws -> VipsStoredSamples {
        try VipsStoredSamples(input, options: options, formats: formats.vipsFormats)
    }

    /// Opens the image as a tile, upright or not, with its format's decoder, or else through libvips.
    ///
    /// - Throws: ``CodecError`` when the format is not accepted as a tile, or the header is damaged.
    func openTile() throws -> any ImageSource {
        for format in formats.formats(of: bytes) {
            if let source = try format.tiles?.open?(self) { return source }
        }
        return try tileThroughVips(options)
    }

    /// Opens the image as a tile through libvips.
    ///
    /// - Throws: ``CodecError``.
    func tileThroughVips(_ options: DecodeOptions) throws -> VipsImageSource {
        try VipsImageSource(input: input, options: options, formats: formats.vipsFormats, kinds: formats.namesOfTiles)
    }

    /// Refuses an image whose header has a side beyond the longest one, which its decoder would call damaged.
    ///
    /// - Throws: ``CodecError``.
    func refuseLongSides(_ size: (_ head: [UInt8]) -> PixelSize?) throws {
        guard let size = size(bytes.read(at: 0, count: Self.sizeBytes)) else { return }
        guard max(size.width, size.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(name) }
    }

    /// Checks the pixels of an opened image against the limits of its format.
    ///
    /// - Throws: ``CodecError`` when there are more.
    func checkLimits(_ info: ImageInfo) throws { try checkLimits(info.size, container: info.container) }

    /// Checks the pixels of an image of a format against its limits.
    ///
    /// - Throws: ``CodecError`` when there are more.
    func checkLimits(_ size: PixelSize, container: String) throws {
        let traits = formats.traits(named: container)
        try options.limits.check(
            pixels: size.declaredArea(options, traits), bytes: bytes.size, least: traits.leastPixelLimit,
            file: name)
    }
}

/// An image that its format's decoder has opened.
struct OpenedImage {
    /// The pixels, with rows as they are stored.
    var source: any ImageSource
    /// The orientation that makes the rows upright; the reader applies it.
    var orientation: Orientation
    /// Whether the pixels are delivered as they are stored, with their profile, to be converted by a
    /// ``ColorConvertedSource``.
    var isStored: Bool

    /// Wraps a source whose reader applies an orientation, and converts stored colors.
    init(_ source: any ImageSource, orientation: Orientation, isStored: Bool = false) {
        self.source = source
        self.orientation = orientation
        self.isStored = isStored
    }

    /// Wraps a source with an orientation of its own.
    init(_ source: any DecodedImageSource, isStored: Bool = false) {
        self.init(source, orientation: source.orientation, isStored: isStored)
    }
}

extension VipsImageSource: DecodedImageSource, RangedImageSource {
    /// Opens an image of any format that libvips reads.
    ///
    /// - Throws: ``CodecError``.
    convenience init(input: ImageInput, options: DecodeOptions, scale: DecodeScale = .full) throws {
        try self.init(input: input, options: options, formats: ImageFormats.standard.vipsFormats, scale: scale)
    }
}
