internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Encodes opaque tiles as JPEG, and tiles with transparency as PNG, as GeoPackages of GDAL have them ("PNG_JPEG").
final class MixedTileEncoder: TileEncoder {
    private let layout: PixelLayout
    private let opaqueEncoder: JPEGTileEncoder
    private let alphaEncoder: PNGTileEncoder
    private var colors = ScratchBuffer()
    private var alpha = ScratchBuffer()

    /// Creates an encoder for tiles of the given 8-bit layout with alpha.
    ///
    /// - Throws: ``CodecError`` when there is no memory.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        precondition(layout.depth == .eight && layout.channels.hasAlpha, "tiles without alpha have one format")
        self.layout = layout
        opaqueEncoder = try JPEGTileEncoder(encoding: encoding, layout: PixelLayout(layout.channels.opaque))
        alphaEncoder = try PNGTileEncoder(encoding: encoding, layout: layout)
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        let width = tile.size.width
        let area = tile.size.area
        let opaque = PixelLayout(layout.channels.opaque)
        let colors = try colors.reserve(area * opaque.bytesPerPixel)
        let alpha = try alpha.reserve(area)
        for (y, row) in tile.rows.enumerated() {
            AlphaPlane.split(
                row, channels: layout.channels, count: width, colors: colors + y * width * opaque.bytesPerPixel,
                alpha: alpha + y * width)
        }
        let isOpaque = UnsafeRawBufferPointer(start: UnsafeRawPointer(alpha), count: area).allSatisfy { $0 == 255 }
        guard isOpaque else { return try alphaEncoder.encode(tile, body) }
        try TilePixels.lend(colors, stride: width * opaque.bytesPerPixel, size: tile.size, layout: opaque) {
            try opaqueEncoder.encode($0, body)
        }
    }
}
