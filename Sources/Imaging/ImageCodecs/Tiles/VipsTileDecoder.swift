internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles of all other formats and colors as images, with the same color conversion as
/// cutting.
final class VipsTileDecoder: TileFormatDecoder {
    /// The formats accepted as tiles, apart from JPEG 2000.
    ///
    /// Documents, vector images and slides are excluded: a small file of those can take any time and memory to render.
    static let kinds: Set<VipsLoader.Container> = [
        .jpeg, .png, .webp, .avif, .heif, .jpegXL, .gif, .tiff,
    ]

    private var source: (any ImageSource)?
    private var name = ""

    func open(_ input: TileInput) throws -> TileHeader? {
        var options = DecodeOptions()
        // Tiles are decoded by several threads already.
        options.threads = 1
        // A tile is shown, and what its colors lack has been reported by the tool that made it.
        options.allowedLoss = [.color]
        let source = try translatingErrors(input.name) {
            try Self.source(.bytes(input.array, name: input.name), options: options)
        }
        self.source = source
        name = input.name
        return TileHeader(size: source.info.size, isOpaque: !source.info.layout.channels.hasAlpha)
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool {
        guard let source else { preconditionFailure("a tile must be open") }
        let width = source.info.size.width
        let channels = source.info.layout.channels
        var isOpaque = true
        try translatingErrors(name) {
            try source.readBands { band in
                for y in band.rows {
                    let row = PremultipliedPixels.write(
                        band.row(y), channels: channels, count: width, into: pixels + y * width)
                    isOpaque = isOpaque && row
                }
            }
        }
        return isOpaque
    }

    func close() {
        source = nil
    }

    /// Opens a tile as an image, upright or not.
    ///
    /// - Throws: ``CodecError`` when the format is not accepted or the header is damaged.
    static func source(_ input: ImageInput, options: DecodeOptions) throws -> any ImageSource {
        let bytes = try ImageBytes(input)
        switch ImageHeader.Format(bytes.read(at: 0, count: ImageHeader.Format.magicBytes)) {
        case .jpeg2000: return try JPEG2000ImageSource(input, options: options)
        case .ktx2: return try KTX2ImageSource(bytes, options: options, name: input.name)
        case .jpeg:
            if let footer = JPNGFooter(of: bytes) {
                return try JPNGImageSource(bytes, footer, options: options, name: input.name)
            }
            guard let jpeg = try JPEGImageSource.stored(input, options: options) else { break }
            guard let conversion = try jpeg.conversion(options) else { return jpeg }
            return ColorConvertedSource(jpeg, conversion, threads: options.threads)
        case .tiff:
            if let tiff = try TIFFImageSource.open(input, options: options),
                tiff.blocks.page.jpeg2000 != nil || tiff.validity.statement != nil
            {
                return tiff
            }
            if let tiff = try TIFFImageSource.openConverted(input, options: options) { return tiff.source }
        case .png:
            if let png = try PNGImageSource.open(input, options: options) { return png }
            if let png = try PNGImageSource.open(input, options: options.stored) {
                return try ColorConvertedSource(png, options: options, file: input.name)
            }
        case .webP:
            if let webP = try WebPImageSource.open(input, options: options.stored) {
                return try ColorConvertedSource(webP, options: options, file: input.name)
            }
        case nil:
            if let stored = try storedSource(input, bytes, options: options.stored) {
                return try ColorConvertedSource(stored, options: options, file: input.name)
            }
        }
        return try VipsImageSource(input: input, options: options, kinds: kinds)
    }

    /// Opens a HEIF, AVIF or JPEG XL whose colors libvips does not convert; nil for others.
    private static func storedSource(
        _ input: ImageInput, _ bytes: ImageBytes, options: DecodeOptions
    ) throws -> (any ImageSource)? {
        if HEIFColors(bytes, page: options.page)?.encoding != nil {
            return try VipsImageSource(input: input, options: options, kinds: kinds)
        }
        guard let source = try JPEGXLImageSource.open(input, options: options),
            source.info.profile.flatMap(ICCProfile.init).flatMap(HDRSignal.init) != nil
        else { return nil }
        return source
    }

    /// Replaces errors of images, whose advice on cutting the readable part does not fit a tile.
    private func translatingErrors<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as CodecError {
            switch error.code {
            case .truncated: throw CodecError.truncatedTile(name)
            case .damaged: throw CodecError.damagedTile(name)
            default: throw error
            }
        }
    }
}
