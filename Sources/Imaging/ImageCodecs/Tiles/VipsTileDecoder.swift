internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles of all other formats through libvips, with the same color conversion as cutting.
final class VipsTileDecoder: TileFormatDecoder {
    /// The formats accepted as tiles.
    ///
    /// Documents, vector images and slides are excluded: a small file of those can take any time and memory to render.
    static let kinds: Set<VipsLoader.Container> = [
        .jpeg, .png, .webp, .avif, .heif, .jpegXL, .jpeg2000, .gif, .tiff,
    ]

    private var source: VipsImageSource?

    func open(_ input: TileInput) throws -> TileHeader? {
        let source = try translatingErrors(input.name) {
            try VipsImageSource(
                input: .bytes(input.array, name: input.name), options: DecodeOptions(), kinds: Self.kinds)
        }
        self.source = source
        return TileHeader(size: source.info.size, isOpaque: !source.info.layout.channels.hasAlpha)
    }

    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool {
        guard let source else { preconditionFailure("a tile must be open") }
        let width = source.info.size.width
        let channels = source.info.layout.channels
        var isOpaque = true
        try translatingErrors(source.input.name) {
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
