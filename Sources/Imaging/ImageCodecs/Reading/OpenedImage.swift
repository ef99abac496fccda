internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// An image of a format that is decoded in a decoder process where these are used.
struct OpenedImage {
    var source: any DecodedImageSource
    /// Whether the pixels are delivered as they are stored, with their profile, to be converted by a
    /// ``ColorConvertedSource``.
    var isStored = false

    /// Opens an image in this process.
    ///
    /// WebP and JPEG XL are decoded by libwebp and libjxl, HEIF and AVIF in grids by rows of tiles; their colors are
    /// left to several threads of the reader, as are those that HEIF and AVIF state by code points. Everything else is
    /// decoded and converted by libvips.
    ///
    /// - Throws: ``CodecError``.
    init(_ input: ImageInput, options: DecodeOptions, scale: DecodeScale = .full) throws {
        let format = ImageHeader.Format(try ImageBytes(input).read(at: 0, count: ImageHeader.Format.magicBytes))
        if options.page == 1, options.range == .auto || options.range == .full,
            let source = try Self.stored(input, format, options.stored)
        {
            self.init(source: source, isStored: true)
        } else if format == nil, HEIFColors(try ImageBytes(input), page: options.page)?.encoding != nil {
            self.init(source: try VipsImageSource(input: input, options: options.stored, scale: scale), isStored: true)
        } else {
            self.init(source: try VipsImageSource(input: input, options: options, scale: scale))
        }
    }

    /// Opens what a decoder process is asked for, by a path.
    ///
    /// - Throws: ``CodecError``.
    init(_ request: DecoderRequest, path: String) throws {
        guard let whole = request.whole else {
            try self.init(.file(path), options: request.options)
            return
        }
        self.init(source: UprightSource(try openImage(.file(path), options: request.options, scale: whole.scale)))
    }

    private init(source: any DecodedImageSource, isStored: Bool = false) {
        self.source = source
        self.isStored = isStored
    }

    private static func stored(
        _ input: ImageInput, _ format: ImageHeader.Format?, _ options: DecodeOptions
    ) throws -> (any DecodedImageSource)? {
        switch format {
        case .webP: try WebPImageSource.open(input, options: options)
        case nil: try HEIFGridSource.open(input, options: options) ?? JPEGXLImageSource.open(input, options: options)
        default: nil
        }
    }
}

/// An image whose rows are upright already.
private final class UprightSource: DecodedImageSource {
    private let base: any ImageSource

    init(_ base: any ImageSource) { self.base = base }

    var info: ImageInfo { base.info }
    var orientation: Orientation { .upright }
    var warnings: [String] { base.warnings }

    func readBands(_ body: (PixelBand) throws -> Void) throws { try base.readBands(body) }
}
