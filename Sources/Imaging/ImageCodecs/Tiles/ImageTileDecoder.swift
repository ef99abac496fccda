internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles of all other formats and colors as images, with the same color conversion as
/// cutting.
final class ImageTileDecoder: TileFormatDecoder {
    private let formats: ImageFormats
    private var source: (any ImageSource)?
    private var name = ""

    init(_ formats: ImageFormats) {
        self.formats = formats
    }

    func open(_ input: TileInput) throws -> TileHeader? {
        var options = DecodeOptions()
        // Tiles are decoded by several threads already.
        options.threads = 1
        // A tile is shown, and what its colors lack has been reported by the tool that made it.
        options.allowedLoss = [.color]
        let source = try translatingErrors(input.name) {
            try ImageOpening(.bytes(input.array, name: input.name), options: options, formats: formats).openTile()
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
