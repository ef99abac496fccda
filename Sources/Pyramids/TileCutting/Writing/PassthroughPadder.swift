internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Decodes tiles that a source passes through and pads them with background.
///
/// Needs memory for one tile per thread.
struct PassthroughPadder: Sendable {
    private let layout: PixelLayout
    private let padder: TilePadder

    init(layout: PixelLayout, background: RGBColor) {
        self.layout = layout
        padder = TilePadder(layout: layout, background: background)
    }

    /// Decodes an encoded tile, pads it, and lends its pixels to `body`.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile, at least as large as the part that shows the image.
    ///   - tile: the tile's sizes.
    ///   - body: receives the padded tile, valid during the call.
    /// - Throws: `CodecError` when the tile cannot be decoded or does not fit, or the error of `body`.
    func pad(_ bytes: [UInt8], _ tile: PassthroughTile, _ body: (TilePixels) throws -> Void) throws {
        let name = "tile \(tile.index.column), \(tile.index.row)"
        var options = DecodeOptions()
        // The tile is already upright and in the image's profile.
        options.keepProfile = true
        options.autorotate = false
        var image = try openImage(.bytes(bytes, name: name), options: options)
        if layout.channels.hasAlpha, !image.info.layout.channels.hasAlpha {
            // Encoders drop the alpha of opaque tiles.
            image = AlphaSource(image)
        }
        let own = image.info
        let shown = tile.shownSize
        guard own.layout == layout, own.size.width >= shown.width, own.size.height >= shown.height else {
            throw CodecError(
                .damaged, file: name,
                "the tile has \(own.size) pixels, and differs from the image in size or pixel format. Get a good copy.")
        }
        try padder.withPaddedTile(
            size: tile.size,
            draw: { content, stride in
                try image.readBands { band in
                    for y in band.rows.prefix(max(0, shown.height - band.rows.lowerBound)) {
                        (content + y * stride).copyMemory(
                            from: band.row(y), byteCount: shown.width * layout.bytesPerPixel)
                    }
                }
            }, body)
    }
}
