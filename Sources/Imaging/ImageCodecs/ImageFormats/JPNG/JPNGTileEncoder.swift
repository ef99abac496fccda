internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Encodes tiles as JPNG: the colors as JPEG, the alpha as PNG, which is lossless.
///
/// Opaque tiles have an alpha, too: a PNG of one color takes 0.2 kB, and a file without alpha counts as damaged.
final class JPNGTileEncoder: TileEncoder {
    private let layout: PixelLayout
    private let colorEncoder: JPEGTileEncoder
    private let alphaEncoder: PNGTileEncoder
    private var colors = ScratchBuffer()
    private var alpha = ScratchBuffer()

    /// Creates an encoder for tiles of the given 8-bit layout, with or without alpha.
    ///
    /// - Throws: ``CodecError`` when there is no memory.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        precondition(layout.depth == .eight, "JPNG has 8 bits per sample")
        self.layout = layout
        colorEncoder = try JPEGTileEncoder(encoding: encoding, layout: PixelLayout(layout.channels.opaque))
        alphaEncoder = try PNGTileEncoder(encoding: TileEncoding(), layout: PixelLayout(.gray))
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        var file: [UInt8] = []
        let width = tile.size.width
        let area = tile.size.area
        let alpha = try alpha.reserve(area)
        if layout.channels.hasAlpha {
            let opaque = PixelLayout(layout.channels.opaque)
            let colors = try colors.reserve(area * opaque.bytesPerPixel)
            for (y, row) in tile.rows.enumerated() {
                AlphaPlane.split(
                    row, channels: layout.channels, count: width, colors: colors + y * width * opaque.bytesPerPixel,
                    alpha: alpha + y * width)
            }
            AlphaPlane.fillTransparent(
                colors, alpha, width: width, height: tile.size.height, samples: opaque.channels.rawValue)
            try TilePixels.lend(colors, stride: width * opaque.bytesPerPixel, size: tile.size, layout: opaque) {
                file += try colorEncoder.bytes(of: $0)
            }
        } else {
            alpha.initializeMemory(as: UInt8.self, repeating: 255, count: area)
            file += try colorEncoder.bytes(of: tile)
        }
        let colorBytes = file.count
        try TilePixels.lend(alpha, stride: width, size: tile.size, layout: PixelLayout(.gray)) {
            file += try alphaEncoder.bytes(of: $0)
        }
        file += JPNGFooter(colorBytes: colorBytes, alphaBytes: file.count - colorBytes).bytes
        try body(file.span.bytes)
    }
}
